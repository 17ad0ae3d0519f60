package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Qos;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What follows from broken connections, with a fault and without. */
class BrokenConnectionsJudgeTest extends JudgedRun {

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

  /** Deliveries are followed for an hour, and of what breaks later there is no outage. */
  @Test
  void clientsThatBrokeOffWhenOutagesWereFollowedNoMoreAreNotForgotten() {
    reconnects = true;
    brokenConnections = 1;
    absences =
        List.of(
            List.of(new FailoverReport.Absence(4_000 * SECOND, OptionalLong.of(4_001 * SECOND))));
    assertThat(judge().status()).isEqualTo(Status.OK);
    absences = List.of(List.of(new FailoverReport.Absence(4_000 * SECOND, OptionalLong.empty())));
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons()).contains("not all clients whose connections broke came back");
  }

  /** The last one may be the one that did not end. */
  @Test
  void ofMoreOutagesThanAreKeptTheLastOneIsAmongThem() {
    List<Failover.Outage> all = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      Failover.Course course = failover(i < 149).course();
      all.add(new Failover.Outage(Optional.empty(), i, OptionalLong.empty(), 1, course));
    }
    assertThat(FailoverSummary.kept(all))
        .hasSize(Failover.MAX_OUTAGES)
        .startsWith(all.get(0), all.get(1))
        .endsWith(all.get(98), all.get(149));
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

  /** As where a run is stopped before its fault, and what followed is not known. */
  @Test
  void anAcknowledgementMayHaveGoneWithItsConnection() {
    acknowledged = 999;
    unacknowledgedDelivered = 1;
    brokenConnections = 1;
    assertThat(judge().status()).isEqualTo(Status.BROKER_LIMITED);
    assertThat(judge().reasons().get(0)).startsWith("1 messages were not acknowledged");
  }
}
