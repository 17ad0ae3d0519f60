package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The backup of a pair of Artemis is out of sync when the primary is to be killed. */
@Tag("release")
class PairSyncIT {

  private static final long SECOND = 1_000_000_000L;
  private static final Duration DUE = Duration.ofSeconds(2);

  private static Scenario killed(Duration steady) {
    return Runs.of(10, 2, Distribution.SHARED)
        .qos(1)
        .rate(200)
        .warmUp(Duration.ofSeconds(2))
        .steady(steady)
        .drainLimit(Duration.ofMinutes(1))
        .conditions(
            Conditions.HIGH_AVAILABILITY.withFault(
                new Fault(FaultKind.KILL, DUE, Optional.empty())))
        .scenario();
  }

  /**
   * Kills the backup when the steady state begins, and starts it again later.
   *
   * @param healAfterNanos from then on; the greatest number for never
   */
  private static RunListener killing(BrokerNode backup, long healAfterNanos) {
    long[] killedAt = {0};
    boolean[] healed = {false};
    return progress -> {
      if (progress.phase() != Phase.STEADY) {
        return;
      }
      long now = NanoClock.SYSTEM.nanoTime();
      try {
        if (killedAt[0] == 0) {
          killedAt[0] = now;
          backup.inject(FaultKind.KILL);
        } else if (!healed[0] && now - killedAt[0] > healAfterNanos) {
          healed[0] = true;
          backup.heal();
        }
      } catch (BrokerException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  private static RunResult run(Scenario scenario, long healAfterNanos) throws Exception {
    BrokerProvider provider = new EmbeddedProvider.Artemis();
    try (Broker broker = provider.start(BrokerRequest.of(provider.name()).withNeedsOf(scenario))) {
      return new LoadRig(
              scenario,
              broker,
              new SwarmDriverProvider(),
              RigSettings.defaults(),
              killing(broker.nodes().get(1), healAfterNanos))
          .run();
    }
  }

  /** A pair without its backup promises nothing, so its primary is left alone. */
  @Test
  void aFaultIsNotDoneBesideABackupThatStaysAway() throws Exception {
    RunResult result = run(killed(Duration.ofSeconds(45)), Long.MAX_VALUE);
    assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
    assertThat(result.verdict().reasons())
        .anyMatch(
            reason ->
                reason.contains(
                    "backup was not in sync within 30s of when the fault was due: no fault was"
                        + " done"));
  }

  @Test
  void aFaultWaitsForABackupThatComesBack() throws Exception {
    RunResult result = run(killed(Duration.ofSeconds(40)), 4 * SECOND);
    Failover failover = result.failover().orElseThrow();
    assertThat(failover.node()).contains("primary");
    assertThat(failover.atMillis())
        .as("warm-up, four seconds, and then until it is in sync")
        .isGreaterThan(6_000);
    assertThat(failover.course().allBackNanos()).isPresent();
    assertThat(result.messages().sent()).isEqualTo(result.messages().scheduled());
    assertThat(result.messages().acknowledged()).isEqualTo(result.messages().sent());
    assertThat(result.messages().lost() + result.messages().undelivered())
        .as("%s", result.verdict())
        .isZero();
  }
}
