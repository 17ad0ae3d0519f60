package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.mqtt.burst.ConnectBurstCatalog;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send nothing come back when their connections break, and the result says when. */
class IdleConnectionsIT {

  private static final long MILLI = 1_000_000L;

  /** Clients that are held for a time, and come back. */
  private static Scenario held(int clients, Duration hold) {
    Scenario base = new ConnectBurstCatalog().find("CONNBURST").orElseThrow();
    return ScenarioChange.set("session.reconnect", true)
        .applyTo(
            base.withTopology(new Topology(clients, 0, base.topology().distribution()))
                .withPhases(
                    new Phases(Duration.ZERO, hold, Duration.ZERO, Duration.ofSeconds(20))));
  }

  private static RunResult run(
      Scenario scenario, FaultyBroker broker, int workers, RunListener listener) throws Exception {
    return new LoadRig(
            scenario,
            broker,
            new SwarmDriverProvider(),
            RigSettings.defaults().withWorkers(workers),
            listener)
        .run();
  }

  /** Cuts the clients whose number ends with 7, and refuses all for a time. */
  private static RunListener cutting(FaultyBroker broker, long refusedNanos) {
    AtomicLong cutAt = new AtomicLong();
    return progress -> {
      if (progress.phase() != Phase.HOLD) {
        return;
      }
      long now = NanoClock.SYSTEM.nanoTime();
      if (cutAt.compareAndSet(0, now)) {
        broker.faults().refuseConnections(true).cutConnection(id -> id.endsWith("7"));
      } else if (now - cutAt.get() > refusedNanos) {
        broker.faults().refuseConnections(false);
      }
    };
  }

  private static void blamesNoBroker(RunResult result) {
    assertThat(result.verdict().status())
        .as("%s", result.verdict().reasons())
        .isIn(Status.OK, Status.GENERATOR_LIMITED, Status.DISTURBED);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void clientsWhoseConnectionsBreakComeBackAfterAsLongAsTheyAreRefused(int workers)
      throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result =
          run(held(100, Duration.ofSeconds(3)), broker, workers, cutting(broker, 500 * MILLI));
      assertThat(result.connections().connected()).isEqualTo(100);
      assertThat(result.connections().dropped()).isZero();
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.fault()).isEmpty();
      assertThat(failover.clients()).isEqualTo(10);
      assertThat(failover.connectionsBroken()).isEqualTo(10);
      assertThat(failover.reconnects()).isEqualTo(10);
      assertThat(failover.refusedAttempts()).isGreaterThan(10);
      assertThat(failover.outages()).isEmpty();
      Failover.Course course = failover.course();
      assertThat(course.firstReconnectNanos().getAsLong()).isGreaterThanOrEqualTo(450 * MILLI);
      assertThat(course.allBackNanos()).isPresent();
      assertThat(course.outageNanos()).as("no deliveries are owed").isEmpty();
      assertThat(course.firstDeliveryNanos()).isEmpty();
      assertThat(course.drainedNanos()).isEmpty();
      blamesNoBroker(result);
      assertThat(result.verdict().reasons())
          .contains("10 connections broke without a fault, and 10 were made again");
      assertThat(broker.connects()).extracting(ConnectRecord::persistent).containsOnly(false);
      assertThat(broker.violations()).isEmpty();
    }
  }

  @Test
  void clientsThatCannotComeBackAreTheBrokersLimit() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      RunResult result =
          run(held(50, Duration.ofSeconds(1)), broker, 1, cutting(broker, Long.MAX_VALUE));
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.clients()).isEqualTo(5);
      assertThat(failover.reconnects()).isZero();
      assertThat(failover.course().allBackNanos()).isEmpty();
      assertThat(result.verdict().reasons())
          .contains("not all clients whose connections broke came back");
      assertThat(result.verdict().status()).isNotEqualTo(Status.OK);
    }
  }

  /** The keep-alive is one second: a ping after half of it, and the end one second later. */
  @Test
  void clientsNoticeByTheirPingsThatABrokerAnswersNoMore() throws Exception {
    Scenario scenario =
        ScenarioChange.set("session.keepAlive", "1s").applyTo(held(20, Duration.ofSeconds(5)));
    AtomicLong heldAt = new AtomicLong();
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().ignorePings(true);
      RunResult result =
          run(
              scenario,
              broker,
              1,
              progress -> {
                long now = NanoClock.SYSTEM.nanoTime();
                if (progress.phase() == Phase.HOLD
                    && !heldAt.compareAndSet(0, now)
                    && now - heldAt.get() > 1_800 * MILLI) {
                  broker.faults().ignorePings(false);
                }
              });
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.clients()).isEqualTo(20);
      assertThat(failover.reconnects()).isEqualTo(failover.connectionsBroken());
      assertThat(failover.each().get(0).atMillis()).isGreaterThanOrEqualTo(700);
      assertThat(failover.course().allBackNanos()).isPresent();
      blamesNoBroker(result);
    }
  }
}
