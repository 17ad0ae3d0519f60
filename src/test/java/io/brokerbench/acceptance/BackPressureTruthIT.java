package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a broker holds back on purpose is waiting time, and still accounted for. */
@Tag("release")
class BackPressureTruthIT {

  @Test
  void everyNthFaultIsCountedExactlyOverAHundredThousandMessages() throws Exception {
    RunResult result =
        Runs.of(10, 10, Distribution.PARTITIONS)
            .rate(20_000)
            .steady(Duration.ofSeconds(4))
            .accountWithFaults(faults -> faults.dropEvery(1_000));
    assertThat(result.messages().sent()).isEqualTo(90_000);
    assertThat(result.messages().lost()).isEqualTo(90);
    assertThat(result.messages().missing()).hasSize(Messages.MAX_NAMED);
  }

  @Test
  void aFullInFlightWindowDelaysMessagesAndKeepsTheirIntendedTime() throws Exception {
    RunResult result =
        Runs.of(1, 1, Distribution.SINGLE)
            .qos(1)
            .window(10)
            .rate(200)
            .drainLimit(Duration.ofSeconds(10))
            .onQuietMachine(faults -> faults.delayAcknowledgements(Duration.ofMillis(100)));
    Messages messages = result.messages();
    assertThat(messages.scheduled()).isEqualTo(500);
    assertThat(messages.sent()).isEqualTo(500);
    assertThat(messages.acknowledged()).isEqualTo(500);
    assertThat(messages.expected()).isEqualTo(500);
    assertThat(messages.received()).isEqualTo(500);
    assertThat(result.throughput().offeredPerSecond()).isCloseTo(200, within(0.2));
    assertThat(result.throughput().sentPerSecond()).isCloseTo(100, within(7.0));
    assertThat(result.latency().of(LatencyKind.SEND_DELAY).maxNanos())
        .isGreaterThan(2_000_000_000L);
    assertThat(result.latency().of(LatencyKind.SERVICE).p99Nanos()).isLessThan(100_000_000L);
    assertThat(result.generator().backPressured()).isGreaterThan(400);
    assertThat(result.verdict().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void aBrokerThatDeliversHalfOfWhatIsOfferedIsTheLimit() throws Exception {
    RunResult result =
        Runs.of(100, 10, Distribution.SHARED)
            .rate(10_000)
            .warmUp(Duration.ofSeconds(1))
            .steady(Duration.ofSeconds(5))
            .drainLimit(Duration.ofSeconds(10))
            .onQuietMachine(faults -> faults.limitRate(5_000));
    assertThat(result.throughput().receivedPerSecond()).isCloseTo(5_000, within(100.0));
    assertThat(result.backlog().growing()).isTrue();
    assertThat(result.backlog().highWaterMark()).isCloseTo(30_000, within(1_500L));
    assertThat(result.messages().lost()).isZero();
    assertThat(result.verdict().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void aClosedLoadKeepsItsWindowFullAndReconciles() throws Exception {
    RunResult result =
        Runs.of(10, 1, Distribution.SINGLE)
            .qos(1)
            .load(new ClosedLoad(5))
            .steady(Duration.ofSeconds(3))
            .onQuietMachine(faults -> faults.delayAcknowledgements(Duration.ofMillis(50)));
    Messages messages = result.messages();
    assertThat(messages.scheduled()).isEqualTo(messages.sent()).isEqualTo(messages.received());
    assertThat(result.throughput().sentPerSecond()).isCloseTo(1_000, within(60.0));
    assertThat(result.latency().find(LatencyKind.PACING)).isEmpty();
    assertThat(result.verdict().status()).isEqualTo(Status.OK);
  }
}
