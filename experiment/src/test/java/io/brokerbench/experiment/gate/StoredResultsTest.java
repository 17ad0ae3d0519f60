package io.brokerbench.experiment.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.Unit;
import io.brokerbench.core.result.DriverInfo;
import io.brokerbench.core.result.Environment;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.metric.Comparability;
import io.brokerbench.experiment.metric.FigureValues;
import io.brokerbench.experiment.metric.MeasurementContext;
import io.brokerbench.experiment.metric.Repetitions;
import io.brokerbench.experiment.metric.Tolerances;
import io.brokerbench.experiment.search.ExampleSearch;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SustainProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredResultsTest {

  @TempDir Path folder;
  private BaselineStore store;
  private StoredResults results;

  @BeforeEach
  void open() {
    store = new BaselineStore(folder.resolve("baselines"));
    results = new StoredResults(store);
  }

  private Path put(String name, RunResult result) throws IOException {
    return put(name, RunResult.CODEC.write(result));
  }

  private Path put(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void aFolderOfResultFoldersIsRepetitionsAndInvalidOnesAreLeftOut() throws IOException {
    put("all/a/result.json", new ExampleResult().build());
    put("all/b/result.json", new ExampleResult().latencyScale(2).build());
    put(
        "all/c/result.json",
        new ExampleResult().verdict(Verdict.Status.GENERATOR_LIMITED, true, "late").build());

    Repetitions read = results.read(List.of(folder.resolve("all").toString()));

    assertThat(read.subject().repetitions()).isEqualTo(2);
    assertThat(read.subject().leftOut())
        .containsExactly(folder.resolve("all/c/result.json") + ": GENERATOR_LIMITED");
    List<Double> p99 = read.values("latency.endToEnd.p99").orElseThrow().values();
    assertThat(p99).hasSize(2);
    assertThat(p99.get(1) / p99.get(0)).isBetween(1.9, 2.1);
    assertThat(read.figures())
        .extracting(values -> values.figure().path())
        .contains(
            "throughput.received",
            "latency.endToEnd.p50",
            "latency.endToEnd.p999",
            "latency.acknowledge.p99",
            "broker.cpuPerMessage",
            "broker.peakRss",
            "messages.loss");
  }

  /** It is written beside them unless another folder is named. */
  @Test
  void aHistoryHidesNoResultFolders() throws IOException {
    put("all/a/result.json", new ExampleResult().build());
    put("all/b/result.json", new ExampleResult().build());
    put("all/history.json", "{\"schema\": \"brokerbench.history/1\"}");

    Repetitions read = results.read(List.of(folder.resolve("all").toString()));

    assertThat(read.subject().repetitions()).isEqualTo(2);
  }

  @Test
  void oneFileIsOneRepetition() throws IOException {
    Path file = put("a.json", new ExampleResult().build());

    assertThat(results.read(List.of(file.toString())).subject().repetitions()).isEqualTo(1);
  }

  @Test
  void runsInMemoryAreRepetitionsToo() {
    RunResult run = new ExampleResult().build();

    assertThat(Repetitions.ofRuns(List.of(run, run), "here").subject().repetitions()).isEqualTo(2);
    assertThatThrownBy(() -> Repetitions.ofRuns(List.of(), "here"))
        .hasMessage("here: no runs to compare");
  }

  private static Repetitions six(RunResult run) {
    return Repetitions.ofRuns(Collections.nCopies(6, run), "here");
  }

  private static GateVerdict verdict(Repetitions baseline, Repetitions candidate) {
    return CompareResult.of(Instant.EPOCH, baseline, candidate, List.of(), Tolerances.USUAL)
        .verdict();
  }

  @Test
  void storedRunsAreComparedByTheirContractsAndABaselineKeepsThem() throws IOException {
    RunResult fine = new ExampleResult().qos(Qos.EXACTLY_ONCE).build();
    RunResult bad =
        new ExampleResult()
            .qos(Qos.EXACTLY_ONCE)
            .messages(new Messages(100, 100, 100, 100, 100, 0, 50, 0, 0, List.of()))
            .verdict(Verdict.Status.CONTRACT_BROKEN, true, "twice")
            .build();
    store.save(Baseline.of("main", Instant.EPOCH, six(fine)));
    Repetitions main = results.read(List.of("baseline:main"));

    assertThat(main.contracts()).isEqualTo(six(fine).contracts()).hasSize(6);
    GateVerdict broken = verdict(main, six(bad));
    assertThat(broken.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(broken.reason())
        .isEqualTo(
            "the candidate delivered 300 messages twice in 6 of 6 runs, the baseline in none");
    assertThat(verdict(main, six(fine)).brokenContracts()).isEmpty();
    assertThat(verdict(six(bad), six(bad)).brokenContracts()).as("both alike").isEmpty();
  }

  @Test
  void aTenthOfTheConnectionsRefusedInEveryRunIsARegression() {
    RunResult fine = new ExampleResult().connectsOnly().build();
    RunResult refusing =
        new ExampleResult()
            .connectsOnly()
            .refused(100)
            .verdict(Verdict.Status.BROKER_LIMITED, true, "refused")
            .build();

    GateVerdict verdict = verdict(six(fine), six(refusing));

    assertThat(verdict.decision()).isEqualTo(Decision.REGRESSED);
    assertThat(verdict.reason())
        .isEqualTo("the candidate refused 600 connections in 6 of 6 runs, the baseline in none");
  }

  @Test
  void aCandidateWhoseRunsAllBrokeOffHasRegressedAndABaselineIsInvalid() {
    RunResult fine = new ExampleResult().build();
    RunResult failed = new ExampleResult().verdict(Verdict.Status.FAILED, false, "gone").build();

    assertThat(verdict(six(fine), six(failed)).decision()).isEqualTo(Decision.REGRESSED);
    assertThat(six(failed).invalidityOfCandidate()).isEmpty();
    assertThat(six(failed).invalidity()).get().asString().contains("holds no valid result");
  }

  @Test
  void aMissingBaselineIsReportedWithThoseThatAreThere() throws IOException {
    assertThatThrownBy(() -> store.read("release"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageEndingWith("baselines; it holds none");
    store.save(ExampleComparison.baseline());
    assertThatThrownBy(() -> store.read("release"))
        .hasMessageEndingWith("baselines; it holds main");
    assertThatThrownBy(() -> store.read("mein")).hasMessageEndingWith("; did you mean main?");
  }

  @Test
  void whatIsSavedIsReadByItsNameAndItsPath() throws IOException {
    store.save(ExampleComparison.baseline());

    assertThat(store.names()).containsExactly("main");
    Repetitions byName = results.read(List.of("baseline:main"));
    assertThat(byName.figures()).isEqualTo(ExampleComparison.baseline().figures());
    assertThat(results.read(List.of(store.file("main").toString())).figures())
        .isEqualTo(byName.figures());
  }

  @Test
  void runsAreMultiplesOfAReferenceAndKnowNoMachine() {
    RunResult run = new ExampleResult().build();
    RunResult slow = new ExampleResult().latencyScale(2).build();
    Repetitions reference = Repetitions.ofRuns(List.of(run, run), "reference");

    Repetitions relative = Repetitions.ofRuns(List.of(run, slow), "here").relativeTo(reference);

    List<Double> p50 = relative.values("latency.endToEnd.p50").orElseThrow().values();
    assertThat(p50.get(0)).isEqualTo(1);
    assertThat(p50.get(1)).isBetween(1.9, 2.1);
    assertThat(relative.values("latency.endToEnd.p50").orElseThrow().figure().unit())
        .isEqualTo(Unit.OTHER);
    assertThat(relative.values("messages.loss"))
        .as("has no ratio")
        .isEqualTo(reference.values("messages.loss"));
    assertThat(relative.subject().environment()).isEmpty();
    assertThat(relative.subject().title()).endsWith("(here) relative to " + run.broker().product());
    assertThat(Comparability.of(reference.subject(), relative.subject()).refusals())
        .containsExactly("multiples of nothing against " + run.broker().product());
    assertThatThrownBy(() -> reference.relativeTo(Repetitions.ofRuns(List.of(run), "one")))
        .hasMessage("one 1: as many repetitions as of what it is a reference for, 2");
  }

  @Test
  void whatIsMissingDamagedOrOfAnotherKindIsNamed() throws IOException {
    refused("no results at " + folder.resolve("none"), folder.resolve("none"));
    refused("not JSON: ", put("damaged.json", "{"));
    refused(
        "schema brokerbench.run/2: this version compares",
        put("new.json", "{\"schema\":\"brokerbench.run/2\"}"));
    refused("schema ?: ", put("other.json", "{}"));
    refused("no benchmark in it", put("empty.json", "[]"));
    refused("no results there", Files.createDirectories(folder.resolve("void")));
    put("both/ab.json", "{}");
    refused("holds both sides of a comparison", folder.resolve("both"));
    put("mixed/a.json", new ExampleResult().build());
    put("mixed/b.json", JmhResultsTest.ONE.formatted("thrpt"));
    refused("more than one kind of results", folder.resolve("mixed"));
    put("unlike/a.json", new ExampleResult().build());
    put("unlike/b.json", new ExampleResult().connectsOnly().build());
    refused("is no repetition of those before: scenario.", folder.resolve("unlike"));
    store.save(ExampleComparison.baseline());
    assertThatThrownBy(() -> results.read(List.of("baseline:mains")))
        .hasMessageEndingWith("; did you mean main?");
    Files.writeString(store.file("main"), "{\"schema\":\"brokerbench.baseline/9\"}");
    assertThatThrownBy(() -> results.read(List.of("baseline:main")))
        .hasMessageContaining("this version reads brokerbench.baseline/1");
  }

  private void refused(String message, Path source) {
    assertThatThrownBy(() -> results.read(List.of(source.toString())))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining(message);
  }

  @Test
  void whatDiffersIsNamedAndTheSeedDoesNotCount() {
    RunResult run = new ExampleResult().build();
    MeasurementContext one = ExampleComparison.context(run.scenario());
    MeasurementContext reseeded =
        ExampleComparison.context(
            run.scenario().withWorkload(run.scenario().workload().withSeed(7)));
    assertThat(Comparability.of(one, reseeded))
        .isEqualTo(new Comparability(List.of(), List.of(), List.of()));

    MeasurementContext other =
        ExampleComparison.context(new ExampleResult().connectsOnly().build().scenario());
    assertThat(Comparability.of(one, other).refusals())
        .anySatisfy(text -> assertThat(text).startsWith("scenario.workload.load."));
    Environment here = run.environment();
    MeasurementContext elsewhere =
        one.withEnvironment(
            new Environment(
                "0.2.0", here.os(), here.architecture(), "Other CPU", 4, 16_000_000_000L, "21"));
    assertThat(Comparability.of(one, elsewhere).settings()).isEmpty();
    assertThat(Comparability.of(one, elsewhere).refusals())
        .containsExactly(
            "machine: processor Example CPU against Other CPU",
            "machine: cores 2 against 4",
            "machine: memory in bytes 8000000000 against 16000000000");
    assertThat(Comparability.of(one, elsewhere).warnings())
        .containsExactly("brokerbench 0.1.0 against 0.2.0", "Java Example 17.0.1 against 21");
  }

  /** What counts as sustained, and which library the consumers use, is what was measured. */
  @Test
  void searchesOfOtherCriteriaAndOtherConsumersAreNotCompared() {
    MeasurementContext one = ExampleComparison.context(new ExampleResult().build().scenario());
    MeasurementContext report = one.withCriterion(Optional.of(SustainProfile.REPORT));
    MeasurementContext successor = one.withCriterion(Optional.of(SustainProfile.SUCCESSOR));
    assertThat(Comparability.of(report, report).refusals()).isEmpty();
    assertThat(Comparability.of(report, successor).refusals())
        .containsExactly(
            "criterion.cpuBelowPercent none against 85.0",
            "criterion.meanBelow none against 500ms");
    DriverInfo swarm = one.driver().orElseThrow();
    DriverInfo jms =
        new DriverInfo(
            swarm.name(),
            swarm.transport(),
            swarm.lanes(),
            swarm.tls(),
            swarm.workers(),
            Optional.of(new DriverInfo.Consumers("qpid", "tcp")));
    assertThat(Comparability.of(one, one.withDriver(Optional.of(jms))).refusals())
        .containsExactly("driver of the consumers %s against qpid".formatted(swarm.name()));
  }

  @Test
  void aParameterOfJmhIsNoReferenceForRuns() {
    Repetitions runs = Repetitions.ofRuns(List.of(new ExampleResult().build()), "main");
    assertThatThrownBy(() -> runs.relativeTo("broker=null"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("reference broker=null: a folder of results, as main holds none of JMH's");
  }

  @Test
  void aSearchThatFindsNothingIsARateOfZero() throws IOException {
    for (int i = 1; i <= 6; i++) {
      put("found/%d/search.json".formatted(i), SearchResult.CODEC.write(ExampleSearch.found()));
      put("none/%d/search.json".formatted(i), SearchResult.CODEC.write(ExampleSearch.nothing()));
      put(
          "late/%d/search.json".formatted(i),
          SearchResult.CODEC.write(ExampleSearch.limitedByTheGenerator()));
    }
    Repetitions found = results.read(List.of(folder.resolve("found").toString()));
    Repetitions none = results.read(List.of(folder.resolve("none").toString()));
    Repetitions late = results.read(List.of(folder.resolve("late").toString()));

    assertThat(none.values("throughput.sustainable").orElseThrow().values())
        .hasSize(6)
        .containsOnly(0.0);
    assertThat(verdict(found, none).decision()).isEqualTo(Decision.REGRESSED);
    assertThat(verdict(none, none).decision()).isEqualTo(Decision.PASS);
    assertThat(late.invalidity()).as("at least that much").isPresent();
  }

  @Test
  void whatTheStepsOfSearchesLoseIsComparedBeforeTheRates() throws IOException {
    for (int i = 1; i <= 6; i++) {
      put("kept/%d/search.json".formatted(i), SearchResult.CODEC.write(ExampleSearch.losing(0)));
      put("lossy/%d/search.json".formatted(i), SearchResult.CODEC.write(ExampleSearch.losing(2)));
    }
    Repetitions kept = results.read(List.of(folder.resolve("kept").toString()));
    Repetitions lossy = results.read(List.of(folder.resolve("lossy").toString()));

    assertThat(verdict(kept, kept).decision()).isEqualTo(Decision.PASS);
    assertThat(verdict(kept, lossy).decision()).isEqualTo(Decision.REGRESSED);
    assertThat(verdict(kept, lossy).reason())
        .isEqualTo(
            "the candidate lost 48 acknowledged messages in 6 of 6 runs, the baseline in none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,2,3         | latency.endToEnd.p99 3: a value for each of 8 repetitions",
        "1,2,3,4,5,6,7,0 | latency.endToEnd.p99 0.0: values that can be compared",
        "1,2,3,4,5,6,7,-1 | latency.endToEnd.p99 -1.0: values that can be compared"
      })
  void aBaselineThatCantBeComparedWithIsRefused(String values, String message) {
    List<Double> given = Stream.of(values.split(",", -1)).map(Double::valueOf).toList();
    Baseline fine = ExampleComparison.baseline();
    List<FigureValues> figures =
        List.of(new FigureValues(FigureCatalogue.find("latency.endToEnd.p99"), given));
    assertThatThrownBy(
            () ->
                new Baseline(
                    fine.schema(),
                    fine.name(),
                    fine.savedAt(),
                    fine.subject(),
                    figures,
                    fine.contracts(),
                    fine.incomplete()))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(message);
  }
}
