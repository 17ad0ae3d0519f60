package io.brokerbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.platform.testkit.engine.EventConditions.event;

import io.brokerbench.core.broker.Broker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EventType;

/** What tests as users write them get of their measurements. */
class BenchMeasuresTest {

  @TempDir private Path results;

  @BrokerBench(broker = "test:faulty")
  static class Measuring {
    @Test
    void thrice(Broker broker, Bench bench) {
      for (int i = 0; i < 3; i++) {
        bench.measure("FANIN.Q1.SINGLE", BrokerBenchTest.brief().attempts(1));
      }
      assertThat(broker.failure()).isEmpty();
      bench.run("FANIN.Q1.SINGLE", BrokerBenchTest.brief());
    }
  }

  /** What is particular to one start would be in all repetitions. */
  @Test
  void eachRepetitionOfAComparisonHasAFreshBroker() {
    BrokerBenchTest.succeeds(Measuring.class, results);
    assertThat(FaultyBrokers.STARTED).as("and the one that tests share").hasSize(4);
    BrokerBenchTest.allAreClosed();
  }

  @BrokerBench
  static class Reporting {
    @Test
    void reports(Bench bench) {
      bench.run("FANIN.Q1.SINGLE", BrokerBenchTest.brief().seed(7));
    }
  }

  @Test
  void theFiguresOfARunAreInTheReport() {
    Map<String, String> entries =
        BrokerBenchTest.measured(Reporting.class, results)
            .allEvents()
            .filter(event -> event.getType() == EventType.REPORTING_ENTRY_PUBLISHED)
            .map(event -> event.getRequiredPayload(ReportEntry.class).getKeyValuePairs())
            .reduce((first, last) -> last)
            .orElseThrow();
    assertThat(entries)
        .contains(
            entry("scenario", "FANIN.Q1.SINGLE"),
            entry("broker", "FaultyBroker 1"),
            entry("verdict", "OK"),
            entry("messages.sent", "60"),
            entry("messages.lost", "0"))
        .containsKeys("latency.endToEnd.p99", "latency.acknowledge.p50");
    assertThat(Path.of(entries.get("results")))
        .isDirectoryContaining("glob:**result.json")
        .hasParent(results.resolve("Reporting"));
  }

  @BrokerBench
  static class Searching {
    @Test
    void searches(Bench bench, BenchResults collected) {
      SearchGoal goal = SearchGoal.usual().from(100).to(200).probe(Duration.ofMillis(300));
      MeasuredSearch search = bench.search("FANIN.Q1.SINGLE", BrokerBenchTest.brief(), goal);
      assertThat(search.result().steps()).isNotEmpty();
      assertThat(search.result().limitedBy().isBrokers()).as(search.result().reason()).isFalse();
      assertThat(collected.searches()).endsWith(search);
      assertThat(Files.exists(search.folder().resolve("search.json"))).isTrue();
    }
  }

  /** A machine that is too slow for the search may abort the test. It never accuses the broker. */
  @Test
  void aSearchKeepsItsStepsAndAccusesNoBrokerThatIsQuickEnough() {
    BrokerBenchTest.run(Searching.class, results)
        .testEvents()
        .assertStatistics(s -> s.started(1).failed(0));
  }
}
