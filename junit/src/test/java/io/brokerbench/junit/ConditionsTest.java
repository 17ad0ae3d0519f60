package io.brokerbench.junit;

import static io.brokerbench.junit.BrokerBenchTest.brief;
import static io.brokerbench.junit.BrokerBenchTest.succeeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.core.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios under conditions, in test classes as users write them. */
class ConditionsTest {

  private static final List<Object> SEEN = new ArrayList<>();

  @TempDir private Path results;

  @BeforeEach
  void forget() {
    SEEN.clear();
    FaultyBrokers.STARTED.clear();
  }

  @BrokerBench
  static class Distant {
    @Test
    void overALongLine(Bench bench) {
      SEEN.clear();
      Scenario usual = Scenarios.load().find("FANIN.Q0.SINGLE");
      Duration each = Duration.ofMillis(40);
      NetworkConditions line = new NetworkConditions(each, Duration.ZERO, 0, Optional.empty());
      Scenario far = usual.withConditions(usual.conditions().withNetwork(line));
      SEEN.add(bench.run(far, brief()).result().latency().of(LatencyKind.SERVICE).minNanos());
    }
  }

  /** However busy the machine is, nothing is faster than the line. */
  @Test
  void theNetworkOfAScenarioIsBetweenItsClientsAndTheBroker() {
    succeeds(Distant.class, results);
    long bothWaysNanos = 80_000_000;
    assertThat((Long) SEEN.get(0)).isGreaterThanOrEqualTo(bothWaysNanos);
    assertThat(FaultyBrokers.STARTED).hasSize(1);
    assertThat(FaultyBrokers.STARTED).allMatch(FaultyBrokers::isClosed);
  }

  @BrokerBench
  static class Faulted {
    @Test
    void twiceHalted(Bench bench) {
      Scenario usual = Scenarios.load().find("FANIN.Q0.SINGLE");
      Duration soon = Duration.ofMillis(50);
      Fault halt = new Fault(FaultKind.STOP, soon, Optional.of(soon));
      Scenario halted = usual.withConditions(usual.conditions().withFault(halt));
      bench.run(halted, brief());
      bench.run(halted, brief());
      assertThatThrownBy(() -> bench.search(halted, brief(), SearchGoal.usual()))
          .hasMessage("search: not with a fault, under which no rate is sustained; use run");
    }
  }

  @Test
  void noRunGetsABrokerThatAFaultWasDoneTo() {
    succeeds(Faulted.class, results);
    assertThat(FaultyBrokers.STARTED.size()).isGreaterThanOrEqualTo(2);
    assertThat(FaultyBrokers.STARTED).allMatch(FaultyBrokers::isClosed);
  }
}
