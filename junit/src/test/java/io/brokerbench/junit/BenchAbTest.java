package io.brokerbench.junit;

import static io.brokerbench.junit.AbGoal.against;
import static io.brokerbench.junit.BenchAssertions.assertThat;
import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.testkit.RetryOnNoise;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventType;

/** Interleaved comparisons in tests, with brokers of this process. */
@Tag("release")
class BenchAbTest {

  @TempDir private Path results;

  @BeforeEach
  void forget() {
    FaultyBrokers.STARTED.clear();
  }

  private static Overrides brief() {
    return with()
        .publishers(2)
        .rate(100)
        .warmUp(Duration.ZERO)
        .duration(Duration.ofMillis(100))
        .drain(Duration.ofSeconds(5));
  }

  private EngineExecutionResults run(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter(BrokerBenchExtension.RESULTS, results.toString())
        .selectors(selectClass(tests))
        .execute();
  }

  private static List<String> messages(EngineExecutionResults executed) {
    return executed
        .testEvents()
        .finished()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .flatMap(result -> result.getThrowable().map(Throwable::getMessage).stream())
        .toList();
  }

  @BrokerBench(broker = "test:slow")
  static class Slower {
    @Test
    void isWorse(Bench bench) {
      MeasuredComparison compared =
          bench.ab("FANIN.Q1.SINGLE", brief(), against("test:faulty").rounds(6));
      assertThat(compared).hasNotRegressed();
    }
  }

  @Test
  void aSlowerCandidateFailsItsTestAndEachRunHadAFreshBroker() throws Exception {
    EngineExecutionResults executed =
        RetryOnNoise.measure(
            () -> {
              forget();
              return run(Slower.class);
            },
            once -> once.testEvents().aborted().count() == 0);

    assertThat(messages(executed)).hasSize(1);
    String said = messages(executed).get(0);
    assertThat(said)
        .contains("REGRESSED  worse than tolerated: ", "p50 end-to-end", "against baseline")
        .contains("results in " + results.resolve("Slower"));
    assertThat(FaultyBrokers.STARTED).hasSizeGreaterThanOrEqualTo(12);
    assertThat(FaultyBrokers.STARTED).allMatch(FaultyBrokers::isClosed);
    Path folder = Path.of(said.replaceFirst("(?s).*results in ", "").strip());
    assertThat(folder.resolve("round-06-candidate-1.json")).isNotEmptyFile();
    assertThat(Files.readString(folder.resolve("ab.json"))).contains("brokerbench.ab/1");
    Map<String, String> entries =
        executed
            .allEvents()
            .filter(event -> event.getType() == EventType.REPORTING_ENTRY_PUBLISHED)
            .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
            .reduce((first, last) -> last)
            .orElseThrow();
    assertThat(entries)
        .containsEntry("decision", Decision.REGRESSED.name())
        .containsKey("latency.endToEnd.p50.change");
  }

  @BrokerBench(broker = "test:faulty")
  static class Searching {
    @Test
    void sustainsAsMuch(Bench bench) {
      SearchGoal goal = SearchGoal.usual().from(100).to(200).probe(Duration.ofMillis(200));
      MeasuredComparison compared =
          bench.ab(
              "FANIN.Q1.SINGLE",
              brief().duration(Duration.ofMillis(300)),
              against("test:faulty").rounds(6).tolerance("all=1000%,sustainable=50%").search(goal));
      assertThat(compared).hasNotRegressed();
    }
  }

  @Test
  void withASearchTheRateThatIsSustainedIsComparedBesideTheFiguresOfRuns() throws Exception {
    EngineExecutionResults executed =
        RetryOnNoise.measure(
            () -> {
              forget();
              return run(Searching.class);
            },
            once -> once.testEvents().aborted().count() == 0);

    assertThat(messages(executed)).isEmpty();
    try (Stream<Path> folders = Files.list(results.resolve("Searching"))) {
      Path compared = folders.filter(Files::isDirectory).reduce((a, b) -> b).orElseThrow();
      assertThat(Files.readString(compared.resolve("ab.json")))
          .contains("sustainable throughput", "p99 end-to-end");
      assertThat(compared.resolve("round-06-baseline-1-search.json")).isNotEmptyFile();
      assertThat(compared.resolve("round-06-baseline-1.json")).isNotEmptyFile();
    }
  }

  @BrokerBench(broker = "test:none")
  static class NotThere {
    @Test
    void cannotStart(Bench bench) {
      bench.ab("FANIN.Q1.SINGLE", brief(), against("test:faulty"));
    }
  }

  @Test
  void aCandidateThatDoesNotStartIsNoRegression() {
    EngineExecutionResults executed = run(NotThere.class);

    assertThat(messages(executed)).containsExactly("none did not start (exit code 3): \"no\"");
    assertThat(FaultyBrokers.STARTED).allMatch(FaultyBrokers::isClosed);
  }

  @BrokerBench(broker = "test:faulty", driver = "test:slow")
  static class TooSlow {
    @Test
    void invalid(Bench bench) {
      bench.ab("FANIN.Q0.SINGLE", brief().attempts(1), against("test:faulty").rounds(6));
    }
  }

  /** Also where the test does not ask what came of it. */
  @Test
  void aComparisonThatTheGeneratorLimitedAbortsItsTest() {
    Aborts.assertAborted(run(TooSlow.class), "invalid", "the generator was the limit in", results);
    assertThat(FaultyBrokers.STARTED).allMatch(FaultyBrokers::isClosed);
  }
}
