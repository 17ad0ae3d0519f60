package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.network.RelayedBroker;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A message crosses the network twice: its latency rises by what was put into both directions. */
class NetworkTruthIT {

  private static final double MILLI = 1e6;

  private static final NetworkConditions SLOW =
      new NetworkConditions(Duration.ofMillis(20), Duration.ZERO, 0, Optional.empty());

  private static final int ATTEMPTS = 4;

  private static RunResult run(Optional<NetworkConditions> network) throws Exception {
    Conditions conditions = new Conditions(false, Optional.empty(), network);
    try (Broker broker = RelayedBroker.around(FaultyBroker.start(), network, 1)) {
      return Runs.of(10, 1, Distribution.SINGLE).qos(1).rate(200).conditions(conditions).on(broker);
    }
  }

  /** A machine that is full adds waits of its own to either run, so it is given some tries. */
  @Test
  void theLatencyRisesByWhatWasPutInEachDirection() throws Exception {
    double endToEnd = 0;
    double acknowledge = 0;
    for (int i = 0; i < ATTEMPTS && !(isTrue(endToEnd) && isTrue(acknowledge)); i++) {
      RunResult plain = run(Optional.empty());
      RunResult slow = run(Optional.of(SLOW));
      endToEnd = slow.latency().endToEnd().p50Nanos() - plain.latency().endToEnd().p50Nanos();
      acknowledge =
          slow.latency().acknowledge().orElseThrow().p50Nanos()
              - plain.latency().acknowledge().orElseThrow().p50Nanos();
      assertThat(slow.messages().received()).isEqualTo(slow.messages().sent());
      assertThat(slow.scenario().conditions().network()).contains(SLOW);
    }
    assertThat(endToEnd / MILLI).isCloseTo(40, within(1.0));
    assertThat(acknowledge / MILLI).isCloseTo(40, within(1.0));
  }

  private static boolean isTrue(double riseNanos) {
    return Math.abs(riseNanos / MILLI - 40) <= 1;
  }
}
