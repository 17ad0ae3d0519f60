package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker loses, repeats and reorders on purpose is what the result says. */
@Execution(ExecutionMode.CONCURRENT)
class AccountTruthIT {

  /** Half a second of warm-up and one of steady state. */
  private static final int MESSAGES = 1_500;

  private static Runs runs(int consumers, Distribution distribution) {
    return Runs.of(10, consumers, distribution)
        .steady(Duration.ofSeconds(1))
        .drainLimit(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @CsvSource({"0, BROKER_LIMITED", "1, CONTRACT_BROKEN", "2, CONTRACT_BROKEN"})
  void droppedMessagesAreCountedAndNamed(int qos, Status status) throws Exception {
    RunResult result =
        runs(1, Distribution.SINGLE)
            .qos(qos)
            .accountWithFaults(
                faults -> faults.dropDelivery(3, 17).dropDelivery(3, 18).dropDelivery(9, 120));
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
            new MissingMessage(9, 120, 0));
    isJudged(result, status);
  }

  /** A broken contract is one on any machine; a busy machine may outdo other verdicts. */
  private static void isJudged(RunResult result, Status status) {
    if (status == Status.CONTRACT_BROKEN) {
      assertThat(result.verdict().status()).isEqualTo(status);
    } else {
      assertThat(result.verdict().status())
          .isIn(status, Status.GENERATOR_LIMITED, Status.DISTURBED);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, CONTRACT_BROKEN", "1, OK", "2, CONTRACT_BROKEN"})
  void messagesThatComeTwiceAreCountedAndJudgedByTheContract(int qos, Status status)
      throws Exception {
    RunResult result =
        runs(1, Distribution.SINGLE)
            .qos(qos)
            .accountWithFaults(faults -> faults.duplicateDelivery(0, 5).duplicateDelivery(7, 100));
    assertThat(result.messages().duplicated()).isEqualTo(2);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().received()).isEqualTo(MESSAGES);
    isJudged(result, status);
  }

  @Test
  void messagesOutOfOrderAreCounted() throws Exception {
    RunResult result =
        runs(1, Distribution.SINGLE)
            .qos(1)
            .accountWithFaults(
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
        runs(4, Distribution.SHARED)
            .qos(1)
            .lanes(lanes)
            .accountWithFaults(faults -> faults.dropDelivery(4, 44).duplicateDelivery(5, 55));
    assertThat(result.messages().expected()).isEqualTo(MESSAGES);
    assertThat(result.messages().lost()).isEqualTo(1);
    assertThat(result.messages().duplicated()).isEqualTo(1);
    assertThat(result.messages().reordered()).isZero();
    assertThat(result.messages().missing()).containsExactly(new MissingMessage(4, 44, -1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aMessageToEachMemberOfASharedSubscriptionIsMisdelivered(int qos) throws Exception {
    RunResult result =
        runs(4, Distribution.SHARED)
            .qos(qos)
            .accountWithFaults(faults -> faults.deliveries().toAllMembers(true));
    assertThat(result.messages().received()).isEqualTo(MESSAGES);
    assertThat(result.messages().misdelivered()).isEqualTo(3 * MESSAGES);
    assertThat(result.messages().duplicated()).isZero();
    assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(result.verdict().reasons()).anyMatch(r -> r.contains("to a second member of the"));
  }

  /** It stays owed for ever, and is no backlog: the broker has it no more. */
  @Test
  void whatIsLostWithQos0DoesNotWait() throws Exception {
    RunResult result =
        runs(1, Distribution.SINGLE).qos(0).accountWithFaults(faults -> faults.dropEvery(4));
    assertThat(result.messages().lost()).isEqualTo(MESSAGES / 4);
    assertThat(String.join("; ", result.verdict().reasons()))
        .contains("deliveries were lost, which QoS 0 allows")
        .doesNotContain("fell behind");
  }

  @Test
  void withFanOutTheLostCopyIsNamedWithItsConsumer() throws Exception {
    RunResult result =
        runs(5, Distribution.ALL).qos(1).accountWithFaults(faults -> faults.dropEvery(3_000));
    assertThat(result.messages().expected()).isEqualTo(5 * MESSAGES);
    assertThat(result.messages().lost()).isEqualTo(5 * MESSAGES / 3_000);
    assertThat(result.messages().missing())
        .hasSize(2)
        .allMatch(missing -> missing.subscriber() >= 0 && missing.subscriber() < 5);
    assertThat(result.backlog().highWaterMark()).isPositive();
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
            .steady(Duration.ofSeconds(3))
            .drainLimit(Duration.ofSeconds(30))
            .accountWithFaults(faults -> {});
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().received()).isEqualTo(3_500);
    if (absent == 1) {
      assertThat(result.latency().find(LatencyKind.CATCH_UP)).isPresent();
      assertThat(result.latency().of(LatencyKind.CATCH_UP).count()).isGreaterThan(750);
    }
    // what waited for a consumer is in the catch-up alone
    long caughtUp =
        result.latency().find(LatencyKind.CATCH_UP).map(LatencySummary::count).orElse(0L);
    assertThat(result.latency().of(LatencyKind.END_TO_END).count() + caughtUp).isEqualTo(3_000);
    Runs.accusesNoBroker(result);
  }

  @Test
  void aConnectionThatBreaksDuringTheRunEndsTheRunAndKeepsWhatWasMeasured() throws Exception {
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
      assertThat(result.verdict().reasons().get(0)).contains("publisher 3", "during the run");
      assertThat(result.messages().received()).isBetween(1_000L, 20_000L);
    }
  }

  /** The same, of whose end the reason may be that of a process, which is waited for. */
  private static Broker withProcess(FaultyBroker broker) {
    return (Broker)
        Proxy.newProxyInstance(
            Broker.class.getClassLoader(),
            new Class<?>[] {Broker.class},
            (self, method, arguments) ->
                method.getName().equals("pid")
                    ? OptionalLong.of(ProcessHandle.current().pid())
                    : method.invoke(broker, arguments));
  }

  /** The others send on for the second in which the reason is looked for. */
  @Test
  void theRateOfARunThatFailedIsThatOfItsLoad() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result =
          Runs.of(10, 1, Distribution.SINGLE)
              .steady(Duration.ofSeconds(30))
              .rig(
                  withProcess(broker),
                  progress -> {
                    if (progress.elapsed().toMillis() > 1_000) {
                      broker.faults().cutConnection(id -> id.endsWith("p3"));
                    }
                  })
              .run();
      assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
      assertThat(result.throughput().sentPerSecond()).isBetween(700.0, 1_400.0);
      assertThat(result.throughput().offeredPerSecond()).isBetween(700.0, 1_400.0);
    }
  }
}
