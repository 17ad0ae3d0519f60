package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.testkit.broker.Faults;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a broker does to slow consumers, and to others because of them, is kept apart. */
class SlowTruthIT {

  /** Of five consumers, the last one is slow. */
  static Scenario slow(int qos, String withhold) {
    return ScenarioChange.set("topology.publishers", 5)
        .and("topology.consumers", 5)
        .and("workload.qos", qos)
        .and("workload.payload.bytes", 8_192)
        .and("workload.load.rate", 500)
        .and("conditions.storm.slow.withhold", withhold)
        .and("phases.warmUp", "200ms")
        .and("phases.steady", "3s")
        .and("phases.drainLimit", "20s")
        .and("phases.quietPeriod", "500ms")
        .applyTo(Scenarios.load().find("SLOW"));
  }

  private static RunResult run(Scenario scenario, Consumer<Faults> faults) throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().inFlightWindow(20).start()) {
      faults.accept(broker.faults());
      RunResult result = Runs.on(broker, scenario);
      assertThat(broker.violations()).isEmpty();
      return result;
    }
  }

  static void allCame(RunResult result) {
    StormOutcome storm = result.storm().orElseThrow();
    StormOutcome.Others others = storm.others().orElseThrow();
    Runs.accusesNoBroker(result);
    assertThat(storm.acts()).isEqualTo(1);
    assertThat(storm.owed()).isEqualTo(result.messages().sent());
    assertThat(storm.came()).isEqualTo(storm.owed());
    assertThat(storm.complete()).isEqualTo(1);
    assertThat(storm.missing()).isZero();
    assertThat(storm.unexpected()).isZero();
    assertThat(others.consumers()).isEqualTo(4);
    assertThat(others.owed()).isEqualTo(4 * result.messages().sent());
    assertThat(others.came()).isEqualTo(others.owed());
    assertThat(others.missing()).isZero();
    assertThat(result.latency().of(LatencyKind.STORM).count() * 4)
        .isEqualTo(result.latency().of(LatencyKind.END_TO_END).count());
    // It takes 150 of 1 500 messages in three seconds: half of its messages wait for at least one.
    assertThat(result.latency().of(LatencyKind.STORM).p50Nanos()).isGreaterThan(1_000_000_000L);
    assertThat(others.held()).isGreaterThan(1_000);
    assertThat(storm.allNanos().orElseThrow()).isGreaterThan(3_000_000_000L);
  }

  @Test
  void aConsumerThatReadsATenthIsSlowAndGetsAllOfItLater() throws Exception {
    allCame(run(slow(1, "READS"), faults -> {}));
  }

  @Test
  void aConsumerThatAcknowledgesATenthIsSlowToo() throws Exception {
    allCame(run(slow(1, "ACKNOWLEDGEMENTS"), faults -> {}));
  }

  @Test
  void withQos2NothingIsLostOrComesTwice() throws Exception {
    RunResult result = run(slow(2, "ACKNOWLEDGEMENTS"), faults -> {});
    allCame(result);
    assertThat(result.messages().duplicated()).isZero();
  }

  @Test
  void whatIsDroppedForASlowConsumerIsNotLossForTheOthers() throws Exception {
    RunResult result = run(slow(0, "READS"), faults -> faults.storms().dropWhereQueued(10));
    StormOutcome storm = result.storm().orElseThrow();
    StormOutcome.Others others = storm.others().orElseThrow();
    assertThat(result.verdict().status())
        .isIn(Status.OK, Status.GENERATOR_LIMITED, Status.DISTURBED);
    assertThat(storm.missing()).isPositive().isEqualTo(storm.owed() - storm.came());
    assertThat(storm.missing()).isEqualTo(result.messages().lost());
    assertThat(storm.complete()).isZero();
    assertThat(storm.missingNames())
        .singleElement()
        .satisfies(
            named -> {
              assertThat(named.name()).endsWith("c4");
              assertThat(named.count()).isEqualTo(storm.missing());
            });
    assertThat(others.missing()).isZero();
    assertThat(others.came()).isEqualTo(others.owed());
    assertThat(result.verdict().reasons())
        .anyMatch(reason -> reason.contains("deliveries to slow consumers never came"));
  }

  @Test
  void whatIsDroppedForTheOthersBecauseOfASlowOneIsNamed() throws Exception {
    for (int qos : new int[] {0, 1}) {
      RunResult result =
          run(
              slow(qos, "READS"),
              faults -> faults.storms().dropBesideSlow(id -> id.endsWith("c4"), 50, 100));
      StormOutcome storm = result.storm().orElseThrow();
      StormOutcome.Others others = storm.others().orElseThrow();
      assertThat(storm.missing()).isZero();
      assertThat(storm.came()).isEqualTo(storm.owed());
      assertThat(others.missing()).isPositive().isEqualTo(result.messages().lost());
      assertThat(others.came()).isEqualTo(others.owed() - others.missing());
      assertThat(FigureCatalogue.find("storm.others.missing").in(result))
          .hasValue((double) others.missing());
      assertThat(result.verdict().status())
          .isIn(
              qos == 0
                  ? new Status[] {Status.BROKER_LIMITED, Status.GENERATOR_LIMITED, Status.DISTURBED}
                  : new Status[] {Status.CONTRACT_BROKEN});
      assertThat(result.verdict().reasons())
          .anyMatch(
              reason -> reason.endsWith("deliveries to consumers that were not slow never came"));
    }
  }

  @Test
  void aSlowConsumerThatIsDisconnectedIsNamedAndComesBack() throws Exception {
    RunResult result = run(slow(1, "READS"), faults -> faults.storms().disconnectWhereQueued(400));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.unexpected()).isEqualTo(1);
    assertThat(storm.unexpectedNames())
        .singleElement()
        .satisfies(named -> assertThat(named.name()).endsWith("c4"));
    assertThat(storm.ends()).singleElement().satisfies(end -> assertThat(end.count()).isOne());
    assertThat(storm.others().orElseThrow().ended()).isZero();
    assertThat(storm.came()).isEqualTo(storm.owed());
    assertThat(result.messages().lost()).isZero();
    assertThat(result.verdict().reasons())
        .contains("the broker ended 1 connection of slow consumers");
  }

  @Test
  void aBrokerThatPartsWithTheOthersIsToBlame() throws Exception {
    RunResult result =
        run(
            slow(1, "READS"),
            faults ->
                faults.at(
                    Duration.ofSeconds(2), later -> later.cutConnection(id -> id.endsWith("c1"))));
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.unexpected()).isZero();
    assertThat(storm.others().orElseThrow().ended()).isEqualTo(1);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.verdict().status())
        .isIn(Status.BROKER_LIMITED, Status.GENERATOR_LIMITED, Status.DISTURBED);
  }
}
