package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.NoLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.Security;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said of agents that die or stall, and what their loads do. */
@Tag("release")
class AgentFaultsIT {

  /** Load of an agent that is out of control stops by then. */
  private static final Duration LOAD_STOPS = Duration.ofSeconds(5);

  private static final Duration RUN_ENDS = Duration.ofSeconds(25);

  /** Long enough that it can only end by what is done to it. */
  private static final Scenario LONG =
      Lab.scenario(Distribution.PARTITIONS, Qos.AT_LEAST_ONCE, Duration.ofMinutes(2));

  /** Nothing but connects, for forty seconds. */
  private static final Scenario CONNECTS =
      new Scenario(
          "connects",
          "",
          new Topology(2_000, 0, Distribution.NONE),
          ScenarioDefaults.workload(Qos.AT_MOST_ONCE).withLoad(new NoLoad()),
          new Session(Protocol.MQTT_3_1_1, false, 0, 100, Duration.ofSeconds(60))
              .withConnectRate(Rate.perSecond(50)),
          Security.NONE,
          Conditions.NONE,
          new Phases(Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO, Duration.ofMinutes(1)));

  private static RunListener onceSteady(Callable<?> task) {
    return once(p -> p.phase() == Phase.STEADY && p.elapsed().toMillis() > 500, task);
  }

  private static RunListener once(Predicate<Progress> when, Callable<?> task) {
    boolean[] done = new boolean[1];
    return progress -> {
      if (when.test(progress) && !done[0]) {
        done[0] = true;
        try {
          task.call();
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  private static RunResult runOf(
      ReservedAgentPool agentPool, FaultyBroker broker, RunListener listener) throws Exception {
    return runOf(LONG, agentPool, broker, listener);
  }

  private static RunResult runOf(
      Scenario scenario, ReservedAgentPool agentPool, FaultyBroker broker, RunListener listener)
      throws Exception {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return Lab.rig(
                        scenario, broker, RigSettings.defaults().withAgentPool(agentPool), listener)
                    .run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            })
        .get(RUN_ENDS.toSeconds() + 30, TimeUnit.SECONDS);
  }

  private static void assertFailed(RunResult result, String name, String why) {
    assertThat(result.verdict().status()).isEqualTo(Verdict.Status.FAILED);
    assertThat(result.verdict().reasons().get(0)).contains("agent " + name + " (").contains(why);
    assertThat(result.messages().sent()).as("what the other one measured").isPositive();
    assertThat(result.generator().agents().orElseThrow())
        .allSatisfy(agent -> assertThat(agent.reported()).isEqualTo(!agent.name().equals(name)));
  }

  private static void awaitEnd(List<ProcessHandle> workers) {
    await()
        .atMost(LOAD_STOPS.plusSeconds(1))
        .until(() -> workers.stream().noneMatch(AgentProcess::runs));
  }

  @Test
  void anAgentThatIsKilledEndsTheRunWithItsName() throws Exception {
    try (Lab lab = new Lab();
        FaultyBroker broker = FaultyBroker.start()) {
      AgentProcess a = lab.process("a");
      AgentProcess b = lab.process("b");
      CompletableFuture<List<ProcessHandle>> workers = new CompletableFuture<>();
      RunResult result =
          runOf(
              lab.reserve(2),
              broker,
              onceSteady(
                  () -> {
                    workers.complete(b.workers());
                    return b.handle().destroyForcibly();
                  }));
      assertFailed(result, "b", "has left the cluster");
      assertThat(workers.get()).hasSize(1);
      awaitEnd(workers.get());
      await().atMost(Duration.ofSeconds(5)).until(() -> a.workers().isEmpty());
    }
  }

  @Test
  void anAgentThatIsKilledWhileClientsConnectLeavesAResultOfTheOthers() throws Exception {
    try (Lab lab = new Lab();
        FaultyBroker broker = FaultyBroker.start()) {
      lab.process("a");
      AgentProcess b = lab.process("b");
      RunResult result =
          runOf(
              CONNECTS,
              lab.reserve(2),
              broker,
              once(p -> p.connected() > 10, () -> b.handle().destroyForcibly()));
      assertThat(result.verdict().status()).isEqualTo(Verdict.Status.FAILED);
      assertThat(result.verdict().reasons().get(0))
          .contains("agent b (")
          .contains("has left the cluster");
      assertThat(result.connections().connected()).isBetween(1L, 1_999L);
      assertThat(result.latency().of(LatencyKind.CONNECT).count()).isPositive();
    }
  }

  @Test
  void anAgentThatIsStoppedEndsTheRunAndCanBeHiredAgainOnceItGoesOn() throws Exception {
    try (Lab lab = new Lab();
        FaultyBroker broker = FaultyBroker.start()) {
      lab.process("a");
      AgentProcess b = lab.process("b");
      ReservedAgentPool agentPool = lab.reserve(2);
      CompletableFuture<List<ProcessHandle>> workers = new CompletableFuture<>();
      RunResult result =
          runOf(
              agentPool,
              broker,
              onceSteady(
                  () -> {
                    b.signal("STOP");
                    return workers.complete(b.workers());
                  }));
      assertFailed(result, "b", "has not answered for 5 s");
      awaitEnd(workers.get());
      agentPool.close();
      b.signal("CONT");
      assertThat(lab.reserve(2).members()).hasSize(2);
    }
  }

  @Test
  void anAgentThatIsStarvedIsNamedAsTheLimit() throws Exception {
    try (Lab lab = new Lab();
        FaultyBroker broker = FaultyBroker.start()) {
      lab.process("a");
      AgentProcess b = lab.process("b");
      ReservedAgentPool agentPool = lab.reserve(2);
      Scenario scenario =
          Lab.scenario(Distribution.PARTITIONS, Qos.AT_LEAST_ONCE, Duration.ofSeconds(4));
      RunListener starving =
          onceSteady(
              () -> {
                Thread thread = new Thread(() -> starve(b.workers().get(0)), "starving");
                thread.setDaemon(true);
                thread.start();
                return thread;
              });
      RunResult result =
          Lab.rig(scenario, broker, RigSettings.defaults().withAgentPool(agentPool), starving)
              .run();
      assertThat(result.verdict().status())
          .isIn(Verdict.Status.GENERATOR_LIMITED, Verdict.Status.DISTURBED);
      assertThat(result.verdict().reasons())
          .anyMatch(reason -> reason.contains("agent b: the send loop was late"));
      assertThat(result.messages().lost()).isZero();
    }
  }

  /** Takes the CPU from it for a tenth of a second, ten times. */
  private static void starve(ProcessHandle worker) {
    try {
      for (int i = 0; i < 10; i++) {
        AgentProcess.signal(worker, "STOP");
        TimeUnit.MILLISECONDS.sleep(100);
        AgentProcess.signal(worker, "CONT");
        TimeUnit.MILLISECONDS.sleep(100);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anAgentWhoseCoordinatorIsGoneStopsItsLoad() throws Exception {
    try (Lab lab = new Lab();
        FaultyBroker broker = FaultyBroker.start()) {
      AgentProcess a = lab.process("a");
      AgentProcess b = lab.process("b");
      ReservedAgentPool agentPool = lab.reserve(2);
      AtomicLong gone = new AtomicLong();
      CompletableFuture<Void> run =
          CompletableFuture.runAsync(
              () -> {
                try {
                  RunListener vanish =
                      onceSteady(
                          () -> {
                            agentPool.vanish();
                            gone.set(System.nanoTime());
                            return null;
                          });
                  Lab.rig(LONG, broker, RigSettings.defaults().withAgentPool(agentPool), vanish)
                      .run();
                } catch (Exception e) {
                  // nothing is left to be measured
                }
              });
      await().atMost(Duration.ofSeconds(60)).until(() -> gone.get() != 0);
      await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(50))
          .until(() -> a.workers().isEmpty() && b.workers().isEmpty());
      assertThat(Duration.ofNanos(System.nanoTime() - gone.get())).isLessThan(LOAD_STOPS);
      await()
          .atMost(Duration.ofSeconds(5))
          .until(
              () ->
                  a.lines.stream().anyMatch(line -> line.contains("is gone: its load is stopped")));
      run.get(60, TimeUnit.SECONDS);
    }
  }
}
