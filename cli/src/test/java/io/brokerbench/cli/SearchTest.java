package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.RigFactory;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.StepKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SearchTest {

  private final List<Scenario> run = new CopyOnWriteArrayList<>();

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder).with(limitedTo(16_900, Verdict.Status.BROKER_LIMITED));
  }

  /** Rigs whose runs end well up to a rate, and otherwise with a verdict. */
  private RigFactory limitedTo(double limit, Verdict.Status beyond) {
    return (scenario, broker, driver, settings, listener) ->
        new Rig() {
          @Override
          public RunResult run() {
            run.add(scenario);
            listener.onProgress(StubRig.progress(Phase.STEADY));
            boolean kept = rate(scenario) <= limit;
            return StubRig.undisturbed(
                StubRig.result(
                    scenario,
                    broker,
                    kept ? Verdict.Status.OK : beyond,
                    kept || beyond != Verdict.Status.FAILED));
          }

          @Override
          public void stop() {}
        };
  }

  private static double rate(Scenario scenario) {
    return ((OpenLoad) scenario.workload().load()).peakRate().perSecond();
  }

  private int search(String... args) {
    List<String> all = new ArrayList<>(List.of("search"));
    all.addAll(List.of(args));
    all.addAll(List.of("--out", folder.toString()));
    return session.run(all.toArray(String[]::new));
  }

  private SearchResult result() throws IOException {
    return SearchResult.CODEC.read(Files.readString(resultFolder().resolve("search.json")));
  }

  private Path resultFolder() throws IOException {
    try (Stream<Path> folders = Files.list(folder)) {
      return folders.findFirst().orElseThrow();
    }
  }

  @Test
  void aSearchPrintsItsStepsAndItsAnswerAndKeepsAllOfIt() throws Exception {
    assertThat(search("FANIN.Q0.SHARED")).isZero();

    assertThat(session.out())
        .contains(
            "  offered  received      p99   backlog broker  verdict\n  1 000/s ",
            "sustained, confirming",
            "broker limited\n",
            "FANIN.Q0.SHARED on Artemis 2.55.0 sustains 16 ",
            "limited by the broker: because",
            "\npublished   MessageSight 1.2, 2015, other hardware: sustainable throughput",
            "340 000/s")
        .endsWith(
            "again       ./brokerbench search FANIN.Q0.SHARED --out " + folder + " --seed 42\n");
    SearchResult result = result();
    assertThat(result.sustainablePerSecond().orElseThrow()).isBetween(16_500.0, 16_900.0);
    assertThat(result.steps())
        .hasSameSizeAs(run)
        .allSatisfy(step -> assertThat(resultFolder().resolve(step.run().orElseThrow())).exists());
    assertThat(resultFolder().resolve("scenario.yaml")).exists();
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void aThresholdIsAboutTheRateFound() throws Exception {
    assertThat(search("FANIN.Q0.SHARED", "--fail-if", "sustainable<20000/s"))
        .isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out()).contains("thresholds  CROSSED sustainable throughput 16 ");
    assertThat(result().thresholds().orElseThrow()).hasSize(1);
  }

  @Test
  void aThresholdThatTheRateFoundKeepsChangesNothing() {
    assertThat(search("FANIN.Q0.SHARED", "--fail-if", "sustainable<15000/s")).isZero();
    assertThat(session.out()).contains("thresholds  kept sustainable throughput 16 ");
  }

  @Test
  void jsonIsTheDocumentAndNothingElse() throws Exception {
    assertThat(search("FANIN.Q0.SHARED", "--json")).isZero();

    assertThat(SearchResult.CODEC.read(session.out())).isEqualTo(result());
    assertThat(session.err()).contains("verdict\n", "sustained");
  }

  @Test
  void onlyConfirmationsTakeTheFullSteadyWindow() throws Exception {
    search("FANIN.Q0.SHARED", "--steady", "5m", "--probe", "3s", "--confirm", "2");

    for (int i = 0; i < run.size(); i++) {
      boolean confirms = result().steps().get(i).kind() == StepKind.CONFIRM;
      assertThat(run.get(i).phases().steady()).hasSeconds(confirms ? 300 : 3);
      assertThat(run.get(i).phases().warmUp()).hasSeconds(i == 0 ? 10 : 2);
    }
    assertThat(result().confirmations()).isEqualTo(2);
  }

  @Test
  void aQuietPeriodIsThatOfEachStep() {
    search("FANIN.Q0.SHARED", "--quiet-period", "900ms");

    assertThat(run)
        .isNotEmpty()
        .allSatisfy(step -> assertThat(step.phases().quietPeriod()).hasMillis(900));
  }

  @Test
  void theSuccessorsProfileAddsTheStepsOfTheKnee() throws Exception {
    search("FANIN.Q0.SHARED", "--profile", "successor");

    double found = result().sustainablePerSecond().orElseThrow();
    assertThat(result().steps())
        .filteredOn(step -> step.kind() == StepKind.KNEE)
        .extracting(step -> (int) Math.round(step.offeredPerSecond() / found * 100))
        .containsExactly(50, 75, 85, 95);
    assertThat(session.out()).contains("knee ", "50 %", "100 %");
  }

  @Test
  void theGeneratorsLimitHasItsOwnExitCode() throws Exception {
    RigFactory rigs = limitedTo(5_000, Verdict.Status.OK);
    session.with(
        (scenario, broker, driver, settings, listener) ->
            new Rig() {
              @Override
              public RunResult run() throws RunException, InterruptedException {
                RunResult result = rigs.create(scenario, broker, driver, settings, listener).run();
                return rate(scenario) <= 5_000 ? result : StubRig.unhealthy(result);
              }

              @Override
              public void stop() {}
            });

    assertThat(search("FANIN.Q0.SHARED")).isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(result().limitedBy()).isEqualTo(LimitedBy.GENERATOR);
    assertThat(session.out())
        .contains("sustains at least 4 9", "limited by the generator")
        .doesNotContain("limited by the broker");
  }

  @Test
  void aSearchThatOtherWorkDisturbsHasTheCodeOfAnInvalidMeasurement() throws Exception {
    RigFactory rigs = limitedTo(1_000, Verdict.Status.BROKER_LIMITED);
    session.with(
        (scenario, broker, driver, settings, listener) ->
            new Rig() {
              @Override
              public RunResult run() throws RunException, InterruptedException {
                RunResult result = rigs.create(scenario, broker, driver, settings, listener).run();
                return rate(scenario) <= 1_000 ? result : StubRig.disturbed(result);
              }

              @Override
              public void stop() {}
            });

    assertThat(search("FANIN.Q0.SHARED")).isEqualTo(ExitCode.RUN_IS_INVALID);
    assertThat(result().limitedBy()).isEqualTo(LimitedBy.DISTURBED);
    assertThat(session.out().replaceAll("\\s+", " "))
        .contains("at least 1 000 msg/s was kept for 5 s; not confirmed: other work")
        .doesNotContain("sustains", "limited by the broker");
  }

  @Test
  void aSearchThatMetNoLimitIsNotFine() throws Exception {
    assertThat(search("FANIN.Q0.SHARED", "--max-steps", "2")).isEqualTo(ExitCode.RUN_IS_INVALID);

    assertThat(result().limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
    assertThat(session.out())
        .contains("sustains at least 1 000 msg/s", "limited by: not known")
        .doesNotContain("limited by the broker");
  }

  @Test
  void nothingSustainedIsAVerdictThatSaysNo() {
    session.with(limitedTo(0, Verdict.Status.BROKER_LIMITED));

    assertThat(search("FANIN.Q0.SHARED")).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(session.out()).contains("sustains none of the rates that were tried");
  }

  @Test
  void theSearchGoesNoHigherThanAsked() throws Exception {
    assertThat(search("FANIN.Q0.SHARED", "--from", "500", "--to", "2000")).isZero();

    assertThat(run).allMatch(scenario -> rate(scenario) <= 2_000);
    assertThat(rate(run.get(0))).isEqualTo(500);
    assertThat(session.out())
        .contains("sustains at least 2 000 msg/s", "limited by the highest rate of the search");
  }

  @Test
  void atATinyRateItBeginsWithAsManyMessagesAsAProbeTakes() throws Exception {
    assertThat(search("FANIN.Q0.SHARED", "--rate", "1")).isZero();

    assertThat(rate(run.get(0))).isEqualTo(4);
    assertThat(result().plan().leastPerSecond()).isEqualTo(4);
  }

  @Test
  void itGoesNoLowerThanThat() throws Exception {
    session.with(limitedTo(0, Verdict.Status.FAILED));

    assertThat(search("FANIN.Q0.SHARED", "--rate", "100")).isEqualTo(ExitCode.VERDICT_SAYS_NO);
    assertThat(run).isNotEmpty().allMatch(scenario -> rate(scenario) >= 4);
    assertThat(rate(run.get(run.size() - 1))).isEqualTo(4);
  }

  @Test
  void whereNothingIsSentThereIsNoRateToSearch() {
    assertThat(search("CONNBURST")).isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err())
        .startsWith("brokerbench: CONNBURST sends nothing, so there is no rate of messages");
    assertThat(session.err().lines()).hasSize(1);
    assertThat(run).isEmpty();
  }

  static List<String> commandsOfTheDocumentation() throws IOException {
    return Files.readAllLines(Path.of("..", "docs", "search.md")).stream()
        .filter(line -> line.startsWith("./brokerbench search "))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commandsOfTheDocumentation")
  void whatTheDocumentationShowsWorks(String command) {
    List<String> words = List.of(command.split(" ", -1));
    List<String> args = new ArrayList<>(words.subList(1, words.size()));
    args.removeAll(List.of("--out", "results"));
    args.addAll(List.of("--out", folder.toString()));

    assertThat(session.run(args.toArray(String[]::new))).as(session.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--closed 5|FANIN.Q0.SHARED has a closed load, whose rate is the broker's own",
        "--set workload.onOff.on=1s --set workload.onOff.off=1s|FANIN.Q0.SHARED has a load that is"
            + " on and off in turns",
        "--arrivals ramp --ramp-from 10 --ramp-over 3s|FANIN.Q0.SHARED has a load whose rate"
            + " changes (workload.load)",
        "--within 70|--within 70.0: between 0.1 and 50 %",
        "--from -1|--from -1.0: more than 0 and at most",
        "--from 3.9|--from 3.9: at least 4 msg/s, as a probe window has to hold 20 messages",
        "--from 9 --probe 2s|--from 9.0: at least 10 msg/s, as a probe window",
        "--to 1|--to 1.0: at least 4 msg/s, as a probe window",
        "--from 100 --to 10|--to 10.0: at least where the search begins, 100",
        "--confirm 101|--confirm 101: between 0 and 100",
        "--confirm 5 --max-steps 5|--max-steps 5: more than the confirmations",
        "--p99-below 0s|--p99-below 0s: more than 0s",
        "--cpu-below 120|--cpu-below 120.0: more than 0 and at most 100 %",
        "--loss 101|--loss 101.0: between 0 and 100 %",
        "--probe 20s|--probe 20s: at most the steady window, 10s",
        "--profile best|--profile best: report, successor"
      })
  void whatIsWrongIsSaidInOneLine(String options, String message) {
    List<String> args = new ArrayList<>(List.of("FANIN.Q0.SHARED"));
    args.addAll(List.of(options.split(" ", -1)));

    assertThat(search(args.toArray(String[]::new))).isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err()).startsWith("brokerbench: " + message);
    assertThat(session.err().lines()).hasSize(1);
    assertThat(run).isEmpty();
  }
}
