package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.network.RelayedBroker;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A message crosses the network twice: its latency rises by what was put into both directions. */
@Tag("release")
class NetworkTruthIT {

  private static final double MILLI = 1e6;

  private static final NetworkConditions SLOW =
      new NetworkConditions(Duration.ofMillis(20), Duration.ZERO, 0, Optional.empty());

  private static RunResult run(Optional<NetworkConditions> network) throws Exception {
    Conditions conditions = new Conditions(false, Optional.empty(), network);
    try (Broker broker = RelayedBroker.around(FaultyBroker.start(), network, 1)) {
      return Runs.of(10, 1, Distribution.SINGLE).qos(1).rate(200).conditions(conditions).on(broker);
    }
  }

  /** A busy machine adds waits of its own to either run. */
  @Test
  void theLatencyRisesByWhatWasPutInEachDirection() throws Exception {
    Rise rise = RetryOnNoise.onQuietMachine(NetworkTruthIT::rise);
    assertThat(rise.endToEnd() / MILLI).isCloseTo(40, within(1.0));
    assertThat(rise.acknowledge() / MILLI).isCloseTo(40, within(1.0));
  }

  private static Rise rise() throws Exception {
    RunResult plain = run(Optional.empty());
    RunResult slow = run(Optional.of(SLOW));
    assertThat(slow.messages().received()).isEqualTo(slow.messages().sent());
    assertThat(slow.scenario().conditions().network()).contains(SLOW);
    Latencies with = slow.latency();
    Latencies without = plain.latency();
    return new Rise(
        with.of(LatencyKind.END_TO_END).p50Nanos() - without.of(LatencyKind.END_TO_END).p50Nanos(),
        with.of(LatencyKind.ACKNOWLEDGE).p50Nanos()
            - without.of(LatencyKind.ACKNOWLEDGE).p50Nanos());
  }

  /** Of the medians, in nanoseconds. */
  private record Rise(double endToEnd, double acknowledge) {}
}
