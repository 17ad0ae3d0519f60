package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.mqtt.burst.ConnectBurstCatalog;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.record.BrokerCounters;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Connects that a broker delays, refuses and holds up on purpose are what the result says. */
class ConnectTruthIT {

  private static final long MILLI = 1_000_000L;

  /** What a machine may bring about where the broker does nothing wrong. */
  private static final List<Status> UNDISPUTED =
      List.of(Status.OK, Status.GENERATOR_LIMITED, Status.DISTURBED);

  private static Scenario burst(int devices) {
    Scenario base = new ConnectBurstCatalog().find("CONNBURST").orElseThrow();
    return base.withTopology(new Topology(devices, 0, base.topology().distribution()))
        .withPhases(
            new Phases(
                Duration.ZERO,
                Duration.ofMillis(300),
                Duration.ofSeconds(1),
                Duration.ofSeconds(20)));
  }

  private static Scenario burst(int devices, double perSecond) {
    Scenario base = burst(devices);
    return base.withSession(base.session().withConnectRate(Rate.perSecond(perSecond)));
  }

  private static RunResult run(Scenario scenario, FaultyBroker broker, RunListener listener)
      throws Exception {
    return new LoadRig(
            scenario, broker, new SwarmDriverProvider(), RigSettings.defaults(), listener)
        .run();
  }

  private static long countAbove(LatencySummary latency, long nanos) {
    return latency.toHistogram().getCountBetweenValues(nanos, Long.MAX_VALUE);
  }

  private static void reconciles(RunResult result, FaultyBroker broker) {
    BrokerCounters counters = broker.counters();
    Connections connections = result.connections();
    assertThat(connections.connected()).isEqualTo(counters.connectionsAccepted());
    assertThat(connections.refused()).isEqualTo(counters.connectionsRefused());
    assertThat(result.latency().of(LatencyKind.CONNECT).count()).isEqualTo(connections.connected());
    assertThat(result.latency().of(LatencyKind.CONNECT_TCP).count())
        .isEqualTo(connections.connected());
    assertThat(result.latency().of(LatencyKind.CONNECT_MQTT).count())
        .isEqualTo(connections.connected());
    assertThat(result.latency().find(LatencyKind.CONNECT_TLS)).isEmpty();
    assertThat(result.messages().sent()).isZero();
    assertThat(broker.violations()).isEmpty();
  }

  @Test
  void eachTenthConnAckThatIsLateIsInTheTailAndNoOther() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().delayEveryConnAck(10, Duration.ofSeconds(3));
      RunResult result = run(burst(600), broker, RunListener.NONE);
      reconciles(result, broker);
      assertThat(result.connections().connected()).isEqualTo(600);
      assertThat(broker.counters().maxConnectionsOpen()).isEqualTo(600);
      // of 60 the broker holds the answer back for 3 s; a busy machine delays others by less
      assertThat(countAbove(result.latency().of(LatencyKind.CONNECT), 3_000 * MILLI)).isEqualTo(60);
      assertThat(countAbove(result.latency().of(LatencyKind.CONNECT_MQTT), 3_000 * MILLI))
          .isEqualTo(60);
      assertThat(countAbove(result.latency().of(LatencyKind.CONNECT_TCP), 3_000 * MILLI)).isZero();
      assertThat(result.verdict().status()).isIn(UNDISPUTED);
    }
  }

  @Test
  void atARateNoClientConnectsBeforeItIsDue() throws Exception {
    RunResult result = thousand(broker -> RunListener.NONE);
    // number 999 is due after 1.998 s
    Connections connections = result.connections();
    assertThat(connections.seconds()).isGreaterThanOrEqualTo(1.998);
    assertThat(result.latency().of(LatencyKind.CONNECT_PACING).count()).isEqualTo(1_000);
    assertThat(result.verdict().status()).isIn(UNDISPUTED);
  }

  @Tag("release")
  @Test
  void atARateTheBurstTakesAsLongAsItsSchedule() throws Exception {
    RunResult result = RetryOnNoise.onQuietMachine(() -> thousand(broker -> RunListener.NONE));
    Connections connections = result.connections();
    assertThat(connections.seconds()).isCloseTo(1.998, within(0.05));
    assertThat(connections.peakPerSecond()).isCloseTo(500, within(25.0));
    assertThat(result.verdict().status()).isEqualTo(Status.OK);
  }

  /** A busy machine adds to the waits, and takes nothing from them. */
  @Test
  void clientsThatAreDueWhileTheBrokerStandsStillHaveAtLeastTheWaitInTheirLatency()
      throws Exception {
    RunResult result = thousand(ConnectTruthIT::stallOnce);
    LatencySummary connect = result.latency().of(LatencyKind.CONNECT);
    assertThat(connect.meanNanos() / MILLI).isGreaterThanOrEqualTo(210);
    assertThat(connect.maxNanos() / MILLI).isGreaterThanOrEqualTo(950);
    assertThat(countAbove(connect, 500 * MILLI)).isGreaterThanOrEqualTo(225);
    assertThat(result.verdict().status()).isIn(UNDISPUTED);
  }

  @Tag("release")
  @Test
  void clientsThatAreDueWhileTheBrokerStandsStillHaveTheWaitInTheirLatency() throws Exception {
    RunResult result = RetryOnNoise.onQuietMachine(() -> thousand(ConnectTruthIT::stallOnce));
    // a second at 500/s: one client in two waits, 0.5 s in the mean
    LatencySummary connect = result.latency().of(LatencyKind.CONNECT);
    assertThat(connect.meanNanos() / MILLI).isCloseTo(250, within(40.0));
    assertThat(connect.maxNanos() / MILLI).isBetween(950L, 1_150L);
    assertThat(countAbove(connect, 500 * MILLI)).isBetween(225L, 280L);
    assertThat(result.latency().of(LatencyKind.CONNECT_PACING).p99Nanos()).isLessThan(10 * MILLI);
    assertThat(result.verdict().status()).isEqualTo(Status.OK);
  }

  private static RunListener stallOnce(FaultyBroker broker) {
    AtomicBoolean once = new AtomicBoolean();
    return progress -> {
      if (progress.phase() == Phase.CONNECT
          && progress.connected() > 100
          && once.compareAndSet(false, true)) {
        broker.faults().stall(Duration.ofSeconds(1));
      }
    };
  }

  /** A thousand connects at 500 a second. */
  private static RunResult thousand(Function<FaultyBroker, RunListener> listener) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result = run(burst(1_000, 500), broker, listener.apply(broker));
      reconciles(result, broker);
      return result;
    }
  }

  @Test
  void refusedClientsAreCountedWithTheirReasonAndTheOthersStay() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().refuseEvery(20);
      RunResult result = run(burst(400), broker, RunListener.NONE);
      reconciles(result, broker);
      assertThat(result.connections().connected()).isEqualTo(380);
      assertThat(result.connections().refused()).isEqualTo(20);
      assertThat(result.connections().refusals()).hasSize(1);
      assertThat(result.connections().refusals().get(0).reason()).contains("unavailable");
      assertThat(result.connections().refusals().get(0).count()).isEqualTo(20);
      assertThat(result.verdict().reasons()).anyMatch(reason -> reason.contains("refused"));
      assertThat(result.verdict().complete()).isTrue();
      // A lane that has nothing else to do may be busy all of such a short burst, and so may the
      // machine, which comes first.
      assertThat(result.verdict().status())
          .isIn(Status.BROKER_LIMITED, Status.GENERATOR_LIMITED, Status.DISTURBED);
    }
  }

  @Test
  void aBrokerThatRefusesAllIsSaidInOneLine() {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().refuseConnections(true);
      assertThatThrownBy(() -> run(burst(50), broker, RunListener.NONE))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("none of 50 clients could connect: ")
          .hasMessageContaining("unavailable");
    }
  }

  @Test
  void aBrokerThatNeverAnswersIsSaidInOneLine() {
    Scenario scenario = burst(10);
    Scenario impatient =
        scenario.withPhases(
            new Phases(
                Duration.ZERO, Duration.ofMillis(300), Duration.ZERO, Duration.ofMillis(500)));
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().neverAnswer(true);
      assertThatThrownBy(() -> run(impatient, broker, RunListener.NONE))
          .isInstanceOf(RunException.class)
          .hasMessage(
              "none of 10 clients could connect within 500ms: %s:%d accepted TCP and never"
                      .formatted(broker.endpoint().host(), broker.endpoint().port())
                  + " answered MQTT's CONNECT (TCP 10, MQTT 0 of 10)");
    }
  }

  @Tag("release")
  @Test
  void clientsThatAreNotAnsweredInTimeHaveNoPartInTheFiguresAndAreSaid() throws Exception {
    Scenario scenario = burst(100);
    Scenario impatient =
        scenario.withPhases(
            new Phases(
                Duration.ZERO, Duration.ofMillis(500), Duration.ZERO, Duration.ofSeconds(2)));
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().delayEveryConnAck(25, Duration.ofSeconds(60));
      RunResult result = run(impatient, broker, RunListener.NONE);
      assertThat(result.connections().connected()).isEqualTo(96);
      assertThat(result.connections().unanswered()).isEqualTo(4);
      assertThat(result.latency().of(LatencyKind.CONNECT).count()).isEqualTo(96);
      boolean healthy = result.generator().healthy();
      assertThat(result.verdict().status())
          .isIn(healthy ? Status.BROKER_LIMITED : Status.GENERATOR_LIMITED, Status.DISTURBED);
      if (healthy) {
        assertThat(result.verdict().reasons())
            .anyMatch(reason -> reason.startsWith("4 of 100 clients were not connected"));
      }
    }
  }

  @Tag("release")
  @Test
  void connectionsThatAreCutWhileTheyAreHeldAreCounted() throws Exception {
    AtomicBoolean once = new AtomicBoolean();
    Scenario scenario = burst(100);
    Scenario held =
        scenario.withPhases(
            new Phases(
                Duration.ZERO, Duration.ofSeconds(2), Duration.ZERO, Duration.ofSeconds(20)));
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result =
          run(
              held,
              broker,
              progress -> {
                if (progress.phase() == Phase.HOLD && once.compareAndSet(false, true)) {
                  broker.faults().cutConnection(id -> id.endsWith("7"));
                }
              });
      assertThat(result.connections().connected()).isEqualTo(100);
      assertThat(result.connections().dropped()).isEqualTo(10);
      boolean healthy = result.generator().healthy();
      assertThat(result.verdict().status())
          .isIn(healthy ? Status.BROKER_LIMITED : Status.GENERATOR_LIMITED, Status.DISTURBED);
      if (healthy) {
        assertThat(result.verdict().reasons())
            .contains("10 of 100 accepted connections did not stay");
      }
    }
  }

  @Test
  void aStopWhileClientsConnectKeepsWhatIsConnected() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      AtomicReference<LoadRig> rig = new AtomicReference<>();
      rig.set(
          new LoadRig(
              burst(10_000, 100),
              broker,
              new SwarmDriverProvider(),
              RigSettings.defaults(),
              progress -> {
                if (progress.connected() >= 30) {
                  rig.get().stop();
                }
              }));
      RunResult result = rig.get().run();
      // the stop may come while answers of the broker are under way
      assertThat(result.connections().connected())
          .isBetween(30L, 2_000L)
          .isLessThanOrEqualTo(broker.counters().connectionsAccepted());
      assertThat(result.verdict().complete()).isFalse();
    }
  }

  @Tag("release")
  @Test
  void theConnectsOfAFanInFollowTheRateToo() throws Exception {
    long start = NanoClock.SYSTEM.nanoTime();
    try (FaultyBroker broker = FaultyBroker.start()) {
      Scenario scenario = Runs.of(90, 10, Distribution.SHARED).scenario();
      RunResult result =
          run(
              scenario.withSession(scenario.session().withConnectRate(Rate.perSecond(100))),
              broker,
              RunListener.NONE);
      assertThat(result.connections().connected()).isEqualTo(100);
      assertThat(result.connections().seconds()).isBetween(0.99, 1.3);
    }
    assertThat(NanoClock.SYSTEM.nanoTime() - start).isGreaterThan(990 * MILLI);
  }
}
