package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker loses, repeats, reorders and holds back on purpose is what the result says. */
class AccountTruthIT {

  /** Half a second of warm-up and two of steady state. */
  private static final int MESSAGES = 2_500;

  @ParameterizedTest
  @CsvSource({"0, BROKER_LIMITED", "1, LOSS", "2, LOSS"})
  void droppedMessagesAreCountedAndNamed(int qos, Status status) throws Exception {
    RunResult result =
        Runs.of(10, 1, Distribution.SINGLE)
            .qos(qos)
            .withFaults(
                faults -> faults.dropDelivery(3, 17).dropDelivery(3, 18).dropDelivery(9, 200));
    Messages messages = result.messages();
    assertThat(messages.sent()).isEqualTo(MESSAGES);
    assertThat(messages.acknowledged()).isEqualTo(MESSAGES);
    assertThat(messages.expected()).isEqualTo(MESSAGES);
    assertThat(messages.received()).isEqualTo(MESSAGES - 3);
    assertThat(messages.lost()).isEqualTo(3);
    assertThat(messages.missing())
        .containsExactly(
            new MissingMessage(3, 17, 0),
            new MissingMessage(3, 18, 0),
            new MissingMessage(9, 200, 0));
    assertThat(result.verdict().status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({"0, LOSS", "1, OK", "2, LOSS"})
  void messagesThatComeTwiceAreCountedAndJudgedByTheContract(int qos, Status status)
      throws Exception {
    RunResult result =
        Runs.of(10, 1, Distribution.SINGLE)
            .qos(qos)
            .withFaults(faults -> faults.duplicateDelivery(0, 5).duplicateDelivery(7, 100));
    assertThat(result.messages().duplicated()).isEqualTo(2);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().received()).isEqualTo(MESSAGES);
    assertThat(result.verdict().status()).isEqualTo(status);
  }

  @Test
  void messagesOutOfOrderAreCounted() throws Exception {
    RunResult result =
        Runs.of(10, 1, Distribution.SINGLE)
            .qos(1)
            .withFaults(
                faults -> faults.swapWithNext(1, 10).swapWithNext(2, 20).swapWithNext(2, 40));
    assertThat(result.messages().reordered()).isEqualTo(3);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().duplicated()).isZero();
    assertThat(result.verdict().reasons()).anyMatch(r -> r.contains("3 deliveries came out of"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aSharedSubscriptionOwesEachMessageOnceOverTheGroup(int lanes) throws Exception {
    RunResult result =
        Runs.of(10, 4, Distribution.SHARED)
            .qos(1)
            .lanes(lanes)
            .withFaults(faults -> faults.dropDelivery(4, 44).duplicateDelivery(5, 55));
    assertThat(result.messages().expected()).isEqualTo(MESSAGES);
    assertThat(result.messages().lost()).isEqualTo(1);
    assertThat(result.messages().duplicated()).isEqualTo(1);
    assertThat(result.messages().reordered()).isZero();
    assertThat(result.messages().missing()).containsExactly(new MissingMessage(4, 44, -1));
  }

  @Test
  void withFanOutTheLostCopyIsNamedWithItsConsumer() throws Exception {
    RunResult result =
        Runs.of(10, 5, Distribution.ALL).qos(1).withFaults(faults -> faults.dropEvery(5_000));
    assertThat(result.messages().expected()).isEqualTo(5 * MESSAGES);
    assertThat(result.messages().lost()).isEqualTo(5 * MESSAGES / 5_000);
    assertThat(result.messages().missing())
        .hasSize(2)
        .allMatch(missing -> missing.subscriber() >= 0 && missing.subscriber() < 5);
    assertThat(result.backlog().highWaterMark()).isPositive();
  }

  @Test
  void everyNthFaultIsCountedExactlyOverAHundredThousandMessages() throws Exception {
    RunResult result =
        Runs.of(10, 10, Distribution.PARTITIONS)
            .rate(20_000)
            .steady(Duration.ofSeconds(4))
            .withFaults(faults -> faults.dropEvery(1_000));
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
            .withFaults(faults -> faults.delayAcknowledgements(Duration.ofMillis(100)));
    Messages messages = result.messages();
    assertThat(messages.scheduled()).isEqualTo(500);
    assertThat(messages.sent()).isEqualTo(500);
    assertThat(messages.acknowledged()).isEqualTo(500);
    assertThat(messages.expected()).isEqualTo(500);
    assertThat(messages.received()).isEqualTo(500);
    assertThat(result.throughput().offeredPerSecond()).isCloseTo(200, within(0.2));
    assertThat(result.throughput().sentPerSecond()).isCloseTo(100, within(7.0));
    assertThat(result.latency().sendDelay().maxNanos()).isGreaterThan(2_000_000_000L);
    assertThat(result.latency().service().p99Nanos()).isLessThan(100_000_000L);
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
            .withFaults(faults -> faults.limitRate(5_000));
    assertThat(result.throughput().receivedPerSecond()).isCloseTo(5_000, within(100.0));
    assertThat(result.backlog().growing()).isTrue();
    assertThat(result.backlog().highWaterMark()).isCloseTo(30_000, within(1_500L));
    assertThat(result.messages().lost()).isZero();
    assertThat(result.verdict().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @ParameterizedTest
  @CsvSource({"SINGLE, 1, 1", "SHARED, 4, 1", "PARTITIONS, 4, 1", "SHARED, 4, 0.5", "SINGLE, 1, 2"})
  void whatConsumersMissedInTheirAbsenceArrives(
      Distribution distribution, int consumers, double part) throws Exception {
    double absent = Math.min(1, part);
    RunResult result =
        Runs.of(10, consumers, distribution)
            .qos(part == 2 ? 2 : 1)
            .persistent(absent)
            .steady(Duration.ofSeconds(4))
            .drainLimit(Duration.ofSeconds(10))
            .withFaults(faults -> {});
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().received()).isEqualTo(4_500);
    if (absent == 1) {
      assertThat(result.latency().catchUp()).isPresent();
      assertThat(result.latency().catchUp().orElseThrow().count()).isGreaterThan(1_000);
    }
    assertThat(result.latency().endToEnd().p50Nanos()).isLessThan(100_000_000L);
    assertThat(result.verdict().status()).isEqualTo(Status.OK);
  }

  @Test
  void aClosedLoadKeepsItsWindowFullAndReconciles() throws Exception {
    RunResult result =
        Runs.of(10, 1, Distribution.SINGLE)
            .qos(1)
            .load(new ClosedLoad(5))
            .steady(Duration.ofSeconds(3))
            .withFaults(faults -> faults.delayAcknowledgements(Duration.ofMillis(50)));
    Messages messages = result.messages();
    assertThat(messages.scheduled()).isEqualTo(messages.sent()).isEqualTo(messages.received());
    assertThat(result.throughput().sentPerSecond()).isCloseTo(1_000, within(60.0));
    assertThat(result.generator().pacing()).isEmpty();
    assertThat(result.verdict().status()).isEqualTo(Status.OK);
  }

  @Test
  void aConnectionThatBreaksInMidRunEndsTheRunAndKeepsWhatWasMeasured() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result =
          Runs.of(10, 1, Distribution.SINGLE)
              .steady(Duration.ofSeconds(30))
              .rig(
                  broker,
                  progress -> {
                    if (progress.elapsed().toMillis() > 1_000) {
                      broker.faults().cutConnection(id -> id.endsWith("p3"));
                    }
                  })
              .run();
      assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
      assertThat(result.verdict().complete()).isFalse();
      assertThat(result.verdict().reasons().get(0)).contains("publisher 3", "mid-run");
      assertThat(result.messages().received()).isBetween(1_000L, 20_000L);
      assertThat(result.throughput().sentPerSecond()).isCloseTo(1_000, within(150.0));
    }
  }
}
