package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.engine.measure.FailoverReport;
import io.brokerbench.core.engine.measure.FailoverReport.Absence;
import io.brokerbench.core.engine.measure.OutageMeter;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.JmsProducers;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class OutageAnalysisTest {

  private static final long MILLI = 1_000_000;
  private static final long FAULT = 100_000 * MILLI;

  private final OutageMeter[] lanes = {OutageMeter.around(FAULT), OutageMeter.around(FAULT)};
  private OptionalLong next = OptionalLong.empty();
  private LongUnaryOperator loaded = LongUnaryOperator.identity();
  private long loadEnd = FAULT + 60_000 * MILLI;
  private FailoverReport.Clients clients = FailoverReport.NONE.clients();

  /** A message that fell due some time after the fault, or before it. */
  private void deliver(int lane, long dueMillis, long atMillis) {
    lanes[lane].onDelivery(FAULT + atMillis * MILLI, FAULT + dueMillis * MILLI);
  }

  private Failover.Course course() {
    FailoverReport first =
        new FailoverReport(
            clients,
            lanes[0].report(),
            new FailoverReport.ConnectionLossCounts(
                Map.of(ConnectionLossEffect.TRANSACTION_UNDONE, 2L)));
    FailoverReport second =
        new FailoverReport(
            FailoverReport.NONE.clients(),
            lanes[1].report(),
            FailoverReport.ConnectionLossCounts.NONE);
    assertThat(first.merge(second)).isEqualTo(second.merge(first));
    assertThat(FailoverReport.NONE.merge(first)).isEqualTo(first);
    return new OutageAnalysis(first.merge(second), FAULT, next, loadEnd, loaded).course();
  }

  private static OptionalLong millis(long value) {
    return OptionalLong.of(value * MILLI);
  }

  @Test
  void anOutageOfASecondAndTheBacklogAfterIt() {
    LongStream.rangeClosed(-1_000, 3).forEach(due -> deliver((int) (due & 1), due, due + 1));
    // All that fell due in the outage comes within 500 ms, while more falls due.
    for (long due = 4; due < 1_500; due++) {
      deliver((int) (due & 1), due, 1_000 + due / 3);
    }
    LongStream.range(1_500, 2_500).forEach(due -> deliver((int) (due & 1), due, due + 1));
    Failover.Course course = course();
    assertThat(course.lastDeliveryNanos()).isEqualTo(millis(4));
    assertThat(course.firstDeliveryNanos()).isEqualTo(millis(1_001));
    assertThat(course.outageNanos()).isEqualTo(millis(997));
    // due + 1000 - 2/3 due is within 20 ms of due at 1470
    assertThat(course.drainedNanos().getAsLong()).isBetween(1_460 * MILLI, 1_500 * MILLI);
  }

  /** One second on, four off; a connection breaks in an on-phase, a second one does in another. */
  @Test
  void timeWithoutLoadIsNoPartOfAnOutage() {
    OnOff onOff = new OnOff(Duration.ofSeconds(1), Duration.ofSeconds(4));
    loaded = nanos -> onOff.onNanos(nanos - FAULT + 5_500 * MILLI);
    for (long cycle = -5_500; cycle < 20_000; cycle += 5_000) {
      LongStream.range(cycle, cycle + 1_000)
          .filter(due -> due < -5 || due > 20)
          .forEach(due -> deliver(0, due, due + 1));
    }
    assertThat(course().outageNanos()).isEqualTo(millis(27));
    next = OptionalLong.of(FAULT + 22_000 * MILLI);
    deliver(1, 15_000, 25_400);
    assertThat(course().outageNanos())
        .as("of 4.9 s, in 0.9 of which there was load")
        .isEqualTo(millis(900));
  }

  /** Else the pause of deliveries would be an outage, and the time in which they come none. */
  @Test
  void deliveriesThatAreDelayedAreDueSoMuchLater() {
    Duration delay = Duration.ofSeconds(2);
    Scenario delayed =
        new Scenario(
            "delayed",
            "",
            new Topology(1, 1, Distribution.SINGLE),
            ScenarioDefaults.workload(Qos.AT_LEAST_ONCE)
                .withOnOff(Optional.of(new OnOff(Duration.ofSeconds(1), Duration.ofSeconds(4)))),
            ScenarioDefaults.session(false)
                .with()
                .protocol(Protocol.JMS)
                .jmsConsumers(Optional.of(JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue()))
                .jmsProducers(Optional.of(JmsProducers.NONE.withDeliveryDelay(Optional.of(delay))))
                .build(),
            ScenarioDefaults.PHASES);
    LongUnaryOperator due = FailoverSummary.loadedTime(delayed);
    assertThat(due.applyAsLong(7_526 * MILLI) - due.applyAsLong(7_499 * MILLI))
        .isEqualTo(27 * MILLI);
    assertThat(due.applyAsLong(12_000 * MILLI) - due.applyAsLong(8_000 * MILLI)).isZero();
  }

  @Test
  void messagesThatNeverCameLeaveNoBacklog() {
    LongStream.rangeClosed(-100, -1).forEach(due -> deliver(0, due, due));
    LongStream.range(1_000, 2_000).forEach(due -> deliver(0, due, due));
    assertThat(course().drainedNanos()).isEqualTo(course().firstDeliveryNanos());
  }

  @Test
  void aBrokerThatIsUsuallySlowIsNotHeldToBeCatchingUp() {
    LongStream.rangeClosed(-1_000, -200).forEach(due -> deliver(0, due, due + 150));
    LongStream.range(300, 2_000).forEach(due -> deliver(0, due, due + 150));
    assertThat(course().drainedNanos().getAsLong()).isLessThan(500 * MILLI);
  }

  @Test
  void whereNothingCameAnyMoreThereIsNoEnd() {
    LongStream.rangeClosed(-100, 0).forEach(due -> deliver(0, due, due));
    Failover.Course course = course();
    assertThat(course.outageNanos()).isEmpty();
    assertThat(course.firstDeliveryNanos()).isEmpty();
    assertThat(course.drainedNanos()).isEmpty();
    assertThat(course.lastDeliveryNanos()).isEqualTo(millis(0));
  }

  /** One client comes back 6 s after the end of the load, to messages of the load. */
  @Test
  void whatComesLateInTheDrainIsNoOutage() {
    loadEnd = FAULT + 2_000 * MILLI;
    LongStream.rangeClosed(-100, 0).forEach(due -> deliver(0, due, due));
    LongStream.range(1_000, 2_000).forEach(due -> deliver(0, due, due + 3));
    deliver(1, 1_500, 8_000);
    assertThat(course().outageNanos()).isEqualTo(millis(1_003));
  }

  @Test
  void anOutageMayOutlastTheLoad() {
    loadEnd = FAULT + 2_000 * MILLI;
    LongStream.rangeClosed(-100, 1_800).forEach(due -> deliver(0, due, due));
    deliver(0, 1_900, 5_000);
    assertThat(course().outageNanos()).isEqualTo(millis(3_200));
  }

  /** At ten messages per second a pause of 100 ms at the end of the load is usual. */
  @Test
  void theLastPauseOfALowRateIsNoOutage() {
    loadEnd = FAULT + 2_000 * MILLI;
    LongStream.rangeClosed(-10, 0).forEach(i -> deliver(0, i * 100, i * 100));
    LongStream.range(5, 20).forEach(i -> deliver(0, i * 100, i * 100));
    deliver(1, 600, 9_000);
    assertThat(course().outageNanos()).isEqualTo(millis(500));
  }

  @Test
  void sharesAreOfTheClientsThatLostTheirConnection() {
    List<List<Absence>> absences =
        LongStream.rangeClosed(1, 100)
            .mapToObj(
                i ->
                    new Absence(
                        FAULT, i > 98 ? OptionalLong.empty() : OptionalLong.of(FAULT + i * MILLI)))
            .map(List::of)
            .toList();
    clients = new FailoverReport.Clients(absences, 100, 98, 0, 0);
    Failover.Course course = course();
    assertThat(course.firstReconnectNanos()).isEqualTo(millis(1));
    assertThat(course.halfBackNanos()).isEqualTo(millis(50));
    assertThat(course.mostBackNanos()).isEqualTo(millis(95));
    assertThat(course.allBackNanos()).isEmpty();
  }

  /** One outage of 300 ms, and one of 700 ms after a second fault. */
  @Test
  void ofSeveralFaultsEachHasItsOutageAndItsClients() {
    LongStream.rangeClosed(-100, 10).forEach(due -> deliver(0, due, due));
    LongStream.range(310, 2_000).forEach(due -> deliver(0, due, due));
    LongStream.range(2_700, 4_000).forEach(due -> deliver(1, due, due));
    long second = FAULT + 1_990 * MILLI;
    clients =
        new FailoverReport.Clients(
            List.of(
                List.of(away(1, 290), away(1_991, 2_690)),
                List.of(away(1_992, 2_695)),
                List.of(away(2, 295))),
            4,
            4,
            0,
            0);
    next = OptionalLong.of(second);
    assertThat(course().outageNanos()).isEqualTo(millis(300));
    assertThat(course().allBackNanos()).isEqualTo(millis(295));
    OutageAnalysis later =
        new OutageAnalysis(
            new FailoverReport(
                clients,
                lanes[0].report().merge(lanes[1].report()),
                FailoverReport.ConnectionLossCounts.NONE),
            second,
            OptionalLong.empty(),
            loadEnd,
            loaded);
    assertThat(later.course().outageNanos()).isEqualTo(millis(701));
    assertThat(later.course().firstReconnectNanos()).isEqualTo(millis(700));
    assertThat(later.course().allBackNanos()).isEqualTo(millis(705));
    assertThat(later.clients()).isEqualTo(2);
  }

  private static Absence away(long fromMillis, long toMillis) {
    return new Absence(FAULT + fromMillis * MILLI, OptionalLong.of(FAULT + toMillis * MILLI));
  }
}
