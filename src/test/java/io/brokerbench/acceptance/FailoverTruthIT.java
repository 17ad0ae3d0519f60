package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.MissingMessage;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A broker that is away for a time that is known: what was measured of it, and what was lost. */
@Tag("release")
class FailoverTruthIT {

  private static final int CLIENTS = 60;
  private static final double MILLI = 1e6;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Half a second of warm-up and three of steady state. */
  private static final int SENT = 3_500;

  private static Conditions away(FaultKind kind, Duration length) {
    return Conditions.NONE.withFault(new Fault(kind, Duration.ofMillis(800), Optional.of(length)));
  }

  private static Runs run(int qos, Distribution distribution) {
    return Runs.of(40, 20, distribution)
        .qos(qos)
        .persistent(0)
        .rate(1_000)
        .steady(Duration.ofSeconds(3))
        .drainLimit(Duration.ofSeconds(10))
        .conditions(away(FaultKind.KILL, SECOND));
  }

  @ParameterizedTest
  @CsvSource({"1, SHARED, 1", "2, PARTITIONS, 1", "1, PARTITIONS, 2", "2, SHARED, 3"})
  void theOutageIsWhatAnObserverSeesAndNothingIsLost(
      int qos, Distribution distribution, int workers) throws Exception {
    theOutageIsAsSeen(qos, distribution, workers);
  }

  /** A run in which this machine could not send on schedule says nothing, and is done again. */
  private static void theOutageIsAsSeen(int qos, Distribution distribution, int workers)
      throws Exception {
    Observed observed =
        RetryOnNoise.measure(
            () -> observe(qos, distribution, workers), run -> run.result().generator().healthy());
    agrees(observed.result(), observed.outageNanos() / MILLI);
    nothingIsLost(observed.result(), qos);
    theOutageIsInTheLatency(observed.result());
  }

  private static Observed observe(int qos, Distribution distribution, int workers)
      throws Exception {
    try (FaultyBroker broker = FaultyBroker.start();
        OutageProbe probe = new OutageProbe(broker.endpoint())) {
      RunResult result = run(qos, distribution).workers(workers).on(broker);
      assertThat(broker.violations()).isEmpty();
      return new Observed(result, probe.outageNanos());
    }
  }

  /** A run, and the outage by a probe of its own. */
  private record Observed(RunResult result, double outageNanos) {}

  private static void agrees(RunResult result, double observed) {
    Failover failover = result.failover().orElseThrow();
    Failover.Course course = failover.course();
    assertThat(observed).isBetween(950.0, 2_000.0);
    assertThat(course.outageNanos().getAsLong() / MILLI).isCloseTo(observed, within(100.0));
    assertThat(course.lastDeliveryNanos().getAsLong() / MILLI).isBetween(-100.0, 300.0);
    assertThat(failover.healedAfterNanos().getAsLong() / MILLI).isBetween(1_000.0, 1_500.0);
    assertThat(failover.atMillis()).isBetween(1_300L, 1_700L);
    inOrder(course);
    assertThat(failover.clients()).isEqualTo(CLIENTS);
    assertThat(failover.reconnects()).isEqualTo(failover.connectionsBroken());
    assertThat(failover.refusedAttempts()).isGreaterThan(CLIENTS);
  }

  private static void nothingIsLost(RunResult result, int qos) {
    Messages messages = result.messages();
    assertThat(messages.scheduled()).isEqualTo(SENT);
    assertThat(messages.sent()).isEqualTo(SENT);
    assertThat(messages.acknowledged()).isEqualTo(SENT);
    assertThat(messages.received()).isEqualTo(SENT);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.messages().unacknowledged()).isZero();
    if (qos == 2) {
      assertThat(messages.duplicated()).isZero();
    }
    assertThat(result.verdict().complete()).isTrue();
    assertThat(result.verdict().reasons()).noneMatch(r -> r.contains("lost"));
  }

  /** One after the other, as they have to be. */
  private static void inOrder(Failover.Course course) {
    assertThat(course.firstReconnectNanos().getAsLong()).isGreaterThan(1_000_000_000L);
    assertThat(course.halfBackNanos().getAsLong())
        .isBetween(course.firstReconnectNanos().getAsLong(), course.mostBackNanos().getAsLong());
    assertThat(course.allBackNanos().getAsLong())
        .isBetween(course.mostBackNanos().getAsLong(), 5_000_000_000L);
    assertThat(course.firstDeliveryNanos().getAsLong())
        .isGreaterThanOrEqualTo(course.firstReconnectNanos().getAsLong() - 1_000_000);
    assertThat(course.drainedNanos().getAsLong())
        .isBetween(course.firstDeliveryNanos().getAsLong(), 5_000_000_000L);
  }

  private static void theOutageIsInTheLatency(RunResult result) {
    LatencySummary latency = result.latency().of(LatencyKind.END_TO_END);
    long outage = result.failover().orElseThrow().course().outageNanos().getAsLong();
    assertThat(latency.maxNanos()).isGreaterThan((long) (outage * 0.9));
    // a second of three is a third of the messages, whose waits are spread over that second
    assertThat(latency.meanNanos() / MILLI).isBetween(120.0, 600.0);
    assertThat(result.latency().find(LatencyKind.CATCH_UP)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, PARTITIONS, 1", "2, SHARED, 1", "2, PARTITIONS, 2", "1, SHARED, 3"})
  void whatIsLostAfterItsAcknowledgementIsNamed(int qos, Distribution distribution, int workers)
      throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().loseAtKill(7);
      RunResult result =
          run(qos, distribution).workers(workers).drainLimit(Duration.ofSeconds(30)).on(broker);
      Failover failover = result.failover().orElseThrow();

      assertThat(result.messages().lost()).isEqualTo(7);
      assertThat(result.messages().missing())
          .extracting(MissingMessage::publisher, MissingMessage::sequence)
          .containsExactlyInAnyOrderElementsOf(
              broker.faults().lostAtKill().stream()
                  .map(m -> tuple(m.publisher(), m.sequence()))
                  .toList());
      assertThat(result.messages().acknowledged()).isEqualTo(SENT);
      assertThat(result.verdict().status()).isEqualTo(Status.CONTRACT_BROKEN);
      assertThat(failover.course().drainedNanos()).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theClientsOfAPairFindTheNodeThatTakesOver(int workers) throws Exception {
    Duration takeOver = Duration.ofMillis(500);
    try (FaultyBroker broker = FaultyBroker.builder().standby().start()) {
      AtomicBoolean over = new AtomicBoolean();
      RunListener backup =
          progress -> {
            boolean dead = !broker.nodes().get(0).isActive();
            if (dead && over.compareAndSet(false, true)) {
              LockSupport.parkNanos(takeOver.toNanos());
              broker.backup().takeOver();
            }
          };
      RunResult result =
          run(1, Distribution.SHARED)
              .conditions(
                  Conditions.HIGH_AVAILABILITY.withFault(
                      new Fault(FaultKind.KILL, Duration.ofMillis(800), Optional.empty())))
              .workers(workers)
              .rig(broker, backup)
              .run();
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.node()).contains("primary");
      assertThat(failover.healedAfterNanos()).isEmpty();
      assertThat(failover.course().outageNanos().getAsLong()).isGreaterThan(takeOver.toNanos());
      assertThat(failover.course().allBackNanos()).isPresent();
      assertThat(result.messages().lost()).isZero();
      assertThat(result.messages().received()).isEqualTo(SENT);
      assertThat(result.verdict().complete()).isTrue();
    }
  }

  /** The node that was killed is no failure of the run; the one that took over is. */
  @Test
  void theEndOfTheNodeThatTookOverIsNotExcusedByTheKill() throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().standby().start()) {
      AtomicBoolean over = new AtomicBoolean();
      RunListener backup =
          progress -> {
            boolean dead = !broker.nodes().get(0).isActive();
            if (dead && over.compareAndSet(false, true)) {
              broker.backup().takeOver();
            } else if (progress.phase() == Phase.STEADY && progress.elapsed().toMillis() > 2_000) {
              broker.die();
            }
          };
      RunResult result =
          run(1, Distribution.SHARED)
              .conditions(
                  Conditions.HIGH_AVAILABILITY.withFault(
                      new Fault(FaultKind.KILL, Duration.ofMillis(800), Optional.empty())))
              .rig(broker, backup)
              .run();
      assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
      assertThat(result.verdict().reasons()).contains("the broker died, as requested");
    }
  }

  /** Deliveries are followed from shortly before a fault on, and this one never comes. */
  @Test
  void whatBreaksLongBeforeAFaultThatIsNotDoneHasNoOutage() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      AtomicBoolean cut = new AtomicBoolean();
      LoadRig[] rig = new LoadRig[1];
      RunListener stopping =
          progress -> {
            if (progress.elapsed().toMillis() > 1_000 && cut.compareAndSet(false, true)) {
              broker.faults().cutConnection(id -> true);
            } else if (progress.elapsed().toMillis() > 4_000) {
              rig[0].stop();
            }
          };
      rig[0] =
          run(1, Distribution.PARTITIONS)
              .steady(Duration.ofSeconds(30))
              .conditions(
                  Conditions.NONE.withFault(
                      new Fault(FaultKind.KILL, Duration.ofSeconds(20), Optional.of(SECOND))))
              .rig(broker, stopping);
      RunResult result = rig[0].run();
      assertThat(result.failover()).isEmpty();
      assertThat(result.messages().lost()).isZero();
      assertThat(result.verdict().reasons())
          .anyMatch(reason -> reason.startsWith("60 connections broke without a fault"));
      assertThat(result.verdict().status()).isNotIn(Status.FAILED, Status.CONTRACT_BROKEN);
    }
  }

  @Test
  void aNodeThatIsHaltedKeepsItsClients() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result =
          run(1, Distribution.PARTITIONS).conditions(away(FaultKind.STOP, SECOND)).on(broker);
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.course().outageNanos().getAsLong() / MILLI)
          .isCloseTo(broker.stalls().get(0).length().toNanos() / MILLI, within(100.0));
      assertThat(failover.clients()).isZero();
      assertThat(failover.course().firstReconnectNanos()).isEmpty();
      assertThat(result.messages().received()).isEqualTo(SENT);
      assertThat(result.messages().duplicated()).isZero();
    }
  }

  @Test
  void aPairThatChangesOverByItselfEndsNoRunAndIsToldOf() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      AtomicBoolean cut = new AtomicBoolean();
      RunListener cutting =
          progress -> {
            if (progress.phase() == Phase.STEADY && cut.compareAndSet(false, true)) {
              broker.faults().cutConnection(id -> true);
            }
          };
      RunResult result =
          run(1, Distribution.SHARED)
              .conditions(Conditions.HIGH_AVAILABILITY)
              .steady(SECOND)
              .rig(broker, cutting)
              .run();
      assertThat(result.verdict().complete()).isTrue();
      assertThat(result.verdict().reasons())
          .contains("60 connections broke without a fault, and 60 were made again");
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.fault()).isEmpty();
      assertThat(failover.clients()).isEqualTo(CLIENTS);
      assertThat(failover.course().allBackNanos()).isPresent();
      assertThat(result.messages().received()).isEqualTo(result.messages().scheduled());
    }
  }

  @Test
  void whatAFaultTakesIsAskedForBeforeTheRun() {
    try (FaultyBroker broker = FaultyBroker.start()) {
      Runs runs = run(1, Distribution.SHARED);
      assertThatThrownBy(() -> runs.driver(new PahoDriverProvider()).on(broker))
          .isInstanceOf(DefinitionException.class)
          .hasMessage("conditions.fault.kind KILL: the driver paho cannot connect again");
      assertThat(broker.connects()).isEmpty();
    }
  }
}
