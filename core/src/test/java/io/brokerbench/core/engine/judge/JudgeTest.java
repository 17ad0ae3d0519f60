package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Backlog;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.GeneratorUsage;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class JudgeTest {

  private static final long SECOND = 1_000_000_000L;

  private Qos qos = Qos.AT_LEAST_ONCE;
  private long scheduled = 1_000;
  private long sent = 1_000;
  private long acknowledged = -1;
  private long unacknowledgedDelivered;
  private long undelivered;
  private long lost;
  private long misdelivered;
  private Optional<List<Messages.Stray>> strays = Optional.empty();
  private OptionalLong early = OptionalLong.empty();
  private long damaged;
  private long duplicated;
  private long reordered;
  private long atSteadyStart;
  private boolean growing;
  private long sendDelayNanos = 100_000;
  private long pacingNanos = 100_000;
  private long backPressured;
  private List<String> complaints = List.of();
  private Optional<String> drainDoubt = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private boolean complete = true;
  private Optional<Failover> failover = Optional.empty();
  private long brokenConnections;

  private Verdict judge() {
    Workload workload =
        SenderBench.scenario(
                1, new ConstantLoad(Rate.perSecond(100)), Duration.ZERO, Duration.ofSeconds(10))
            .workload();
    Scenario scenario =
        SenderBench.scenario(1, workload.load(), Duration.ZERO, Duration.ofSeconds(10))
            .withWorkload(new Workload(qos, workload.payload(), false, workload.load(), 1));
    RunRecord run =
        new RunRecord(
            new RunTimes(0, 0, 10 * SECOND),
            new RunResult.WarmUp(0, RunResult.WarmUp.End.GIVEN),
            complete,
            11 * SECOND,
            null,
            null,
            null,
            failure,
            List.of(),
            drainDoubt);
    return new Judge(scenario, run, complaints)
        .overcoming(failover, brokenConnections)
        .naming(Optional.of("consumer 2 got 7 bytes, of 24 that a header has"))
        .judge(
            new Messages(
                scheduled,
                sent,
                acknowledged < 0 ? sent : acknowledged,
                unacknowledgedDelivered,
                sent,
                sent - lost - undelivered,
                undelivered,
                lost,
                duplicated,
                misdelivered,
                reordered,
                damaged,
                0,
                List.of(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                strays,
                early,
                OptionalLong.empty(),
                OptionalLong.empty()),
            new Throughput(100, 100, 100),
            new Latencies(
                Map.of(
                    LatencyKind.SEND_DELAY,
                    hundred(sendDelayNanos),
                    LatencyKind.PACING,
                    hundred(pacingNanos))),
            new Backlog(5, atSteadyStart, 0, growing),
            new GeneratorUsage(
                1,
                10,
                5,
                OptionalDouble.of(20),
                1,
                0,
                backPressured,
                complaints.isEmpty(),
                Optional.empty(),
                Optional.empty()));
  }

  private static LatencySummary hundred(long nanos) {
    Histogram all = LatencyRecorder.newHistogram();
    all.recordValueWithCount(nanos, 100);
    return LatencySummary.of(all);
  }

  @Test
  void aRunInWhichAllWentWellIsOkAndSaysHowMuch() {
    assertThat(judge()).isEqualTo(new Verdict(Status.OK, true, List.of("100 msg/s kept for 10 s")));
  }

  @Test
  void aSteadyStateThatBeganWithTheWarmUpsBacklogIsSaid() {
    atSteadyStart = 10;
    assertThat(judge().reasons()).hasSize(1);
    atSteadyStart = 11;
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons().get(1))
        .contains("11 messages of the warm-up", "give a longer warm-up");
  }

  @Test
  void aLossIsABrokenContractWithQosOneAndTwo() {
    lost = 17;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0))
        .contains("17 of 1\u202f000", "QoS 1 guarantees", "nothing arrived for 5s");
    qos = Qos.EXACTLY_ONCE;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
  }

  @Test
  void withQosZeroALossMeansThatTheRateWasNotKept() {
    qos = Qos.AT_MOST_ONCE;
    lost = 1;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void duplicatesAreAllowedWithQosOneOnly() {
    duplicated = 3;
    assertThat(judge().status()).isEqualTo(Status.OK);
    qos = Qos.EXACTLY_ONCE;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0)).contains("3 deliveries came twice");
  }

  @Test
  void aLossStandsAboveTheGeneratorsOwnLimitAndBothAreSaid() {
    lost = 1;
    complaints = List.of("the send loop was late");
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons()).hasSize(2).contains("the send loop was late");
  }

  @Test
  void aGrowingBacklogIsTheBrokersLimitUnlessTheGeneratorWasLate() {
    growing = true;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    complaints = List.of("late");
    assertThat(judge().status()).isEqualTo(Status.GENERATOR_LIMITED);
  }

  @Test
  void messagesThatHadToWaitForTheBrokerAreTheBrokersLimit() {
    sendDelayNanos = 50_000_000;
    assertThat(judge().status()).isEqualTo(Status.OK);
    backPressured = 40;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).contains("40 messages had to wait");
  }

  /** One message that had to wait makes the lateness of the tool none of the broker's. */
  @Test
  void whatTheSendLoopIsLateItselfIsNotTheBrokersLimit() {
    sendDelayNanos = 50_000_000;
    pacingNanos = 45_000_000;
    backPressured = 1;
    assertThat(judge().status()).isEqualTo(Status.OK);
    pacingNanos = 30_000_000;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void messagesThatCouldNotBeSentAreSaid() {
    scheduled = 1_010;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).contains("10 of 1\u202f010");
  }

  @Test
  void aRunThatBrokeOffFailedAndItsOpenMessagesAreNotCalledLost() {
    failure = Optional.of("mosquitto ended by itself");
    complete = false;
    lost = 400;
    assertThat(judge()).extracting(Verdict::status).isEqualTo(Status.FAILED);
    assertThat(judge().reasons()).first().isEqualTo("mosquitto ended by itself");
    assertThat(judge().complete()).isFalse();
  }

  @Test
  void aRunThatWasStoppedSaysSo() {
    complete = false;
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons()).anyMatch(reason -> reason.startsWith("stopped after"));
  }

  @Test
  void reorderingIsSaidAndChangesNothing() {
    reordered = 2;
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons()).contains("2 deliveries came out of order");
  }

  private static Failover failover(boolean allBack) {
    OptionalLong second = OptionalLong.of(SECOND);
    OptionalLong all = allBack ? second : OptionalLong.empty();
    return new Failover(
        Optional.of(FaultKind.KILL),
        Optional.of("node"),
        1_000,
        OptionalLong.empty(),
        new Failover.Course(second, second, second, second, second, all, second, second),
        10,
        10,
        10,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  @Test
  void aBrokerThatBreaksConnectionsByItselfIsHeldToItsPace() {
    failover = Optional.of(unasked(failover(true)));
    sendDelayNanos = SECOND;
    backPressured = 100;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void clientsThatAreNotBackAreTheBrokersWithoutAFaultToo() {
    failover = Optional.of(unasked(failover(false)));
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons()).contains("not all clients whose connections broke came back");
  }

  private static Failover unasked(Failover fault) {
    return new Failover(
        Optional.empty(),
        Optional.empty(),
        fault.atMillis(),
        OptionalLong.empty(),
        fault.course(),
        10,
        10,
        10,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty());
  }

  @Test
  void messagesThatHadToWaitForAFaultToEndAreNoFaultOfTheBrokersPace() {
    failover = Optional.of(failover(true));
    sendDelayNanos = SECOND;
    backPressured = 100;
    assertThat(judge().status()).isEqualTo(Status.OK);
  }

  @Test
  void whatIsOwedForAFaultIsNotFallingBehind() {
    failover = Optional.of(failover(true));
    growing = true;
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons())
        .contains("0 deliveries were still owed at the end of the steady state, after the fault");
    failover = Optional.of(unasked(failover(true)));
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  @Test
  void afterAFaultOnlyWhatWasAcknowledgedIsGuaranteed() {
    acknowledged = 995;
    unacknowledgedDelivered = 5;
    brokenConnections = 10;
    failover = Optional.of(failover(true));
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).startsWith("5 messages were not acknowledged");
    lost = 2;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0)).startsWith("2 of 1\u202f000 deliveries were lost");
  }

  @Test
  void withQos0AFaultMayLose() {
    qos = Qos.AT_MOST_ONCE;
    lost = 5;
    failover = Optional.of(failover(true));
    assertThat(judge().status()).isEqualTo(Status.OK);
    assertThat(judge().reasons())
        .contains("5 of 1\u202f000 deliveries were lost, which QoS 0 allows");
  }

  @Test
  void clientsThatNeverCameBackAreTheBrokersLimit() {
    failover = Optional.of(failover(false));
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).isEqualTo("not all clients came back after the fault");
  }

  @Test
  void whatIsNotShownToBeGoneIsNoLoss() {
    undelivered = 488;
    drainDoubt = Optional.of("messages were still arriving");
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0))
        .contains("488 of 1\u202f000", "had not arrived", "messages were still arriving");
  }

  @Test
  void deliveredAndNeverAcknowledgedIsABrokenContractOnceItIsShown() {
    acknowledged = 0;
    unacknowledgedDelivered = 1_000;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0)).contains("1\u202f000 messages were never acknowledged");
    drainDoubt = Optional.of("messages were still arriving");
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
  }

  /** As where a run is stopped before its fault, and what followed is not known. */
  @Test
  void anAcknowledgementMayHaveGoneWithItsConnection() {
    acknowledged = 999;
    unacknowledgedDelivered = 1;
    brokenConnections = 1;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).startsWith("1 messages were not acknowledged");
  }

  @Test
  void whatWasNeitherAcknowledgedNorDeliveredIsTheBrokersLimit() {
    acknowledged = 990;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).startsWith("10 messages were not acknowledged");
  }

  @Test
  void misdeliveredAndDamagedMessagesBreakTheContractOfEveryQos() {
    qos = Qos.AT_MOST_ONCE;
    misdelivered = 4;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0)).contains("4 messages were delivered to a consumer");
    strays = Optional.of(List.of(new Messages.Stray(3, 12, 2)));
    assertThat(judge().reasons().get(0))
        .endsWith("subscribed to them, such as message 12 of publisher 3 to consumer 2");
    misdelivered = 0;
    strays = Optional.empty();
    early = OptionalLong.of(2);
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0))
        .startsWith("2 deliveries came before the delivery delay of their messages had passed");
    early = OptionalLong.of(0);
    damaged = 3;
    assertThat(judge().status()).isEqualTo(Status.CONTRACT_BROKEN);
    assertThat(judge().reasons().get(0))
        .isEqualTo(
            "3 messages arrived damaged: not as they were sent (for example, consumer 2 got 7"
                + " bytes, of 24 that a header has)");
  }
}
