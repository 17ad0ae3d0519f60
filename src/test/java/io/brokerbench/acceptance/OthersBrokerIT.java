package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.remote.RemoteProvider;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.FaultCommands;
import io.brokerbench.core.definition.ScenarioChange;
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
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Brokers that others run, given by their addresses: broken connections, commands, turns. */
class OthersBrokerIT {

  private static final int CLIENTS = 30;
  private static final double MILLI = 1e6;

  @TempDir Path folder;

  private static Runs runs(Conditions conditions) {
    return Runs.of(20, 10, Distribution.PARTITIONS)
        .qos(1)
        .persistent(0)
        .rate(500)
        .steady(Duration.ofSeconds(4))
        .drainLimit(Duration.ofSeconds(10))
        .conditions(conditions);
  }

  private static Fault command(Integer healAfterMillis, Integer everyMillis) {
    return new Fault(
        FaultKind.COMMAND,
        Duration.ofMillis(500),
        Optional.ofNullable(healAfterMillis).map(Duration::ofMillis),
        Optional.ofNullable(everyMillis).map(Duration::ofMillis));
  }

  private static RunResult run(
      Scenario scenario, String selector, Optional<FaultCommands> commands, RunListener listener)
      throws Exception {
    return run(scenario, selector, commands, listener, 1);
  }

  private static RunResult run(
      Scenario scenario,
      String selector,
      Optional<FaultCommands> commands,
      RunListener listener,
      int workers)
      throws Exception {
    try (Broker broker = new RemoteProvider().start(BrokerRequest.of(selector))) {
      return new LoadRig(
              scenario,
              broker,
              new SwarmDriverProvider(),
              RigSettings.defaults().withWorkers(workers).withFaultCommands(commands),
              listener)
          .run();
    }
  }

  private static void isExact(RunResult result) {
    assertThat(result.messages().sent()).isEqualTo(result.messages().scheduled()).isPositive();
    assertThat(result.messages().acknowledged()).isEqualTo(result.messages().sent());
    assertThat(result.messages().received()).isEqualTo(result.messages().expected());
    assertThat(result.messages().lost()).isZero();
    assertThat(result.verdict().complete()).isTrue();
    assertThat(result.verdict().status()).isNotIn(Status.FAILED, Status.CONTRACT_BROKEN);
  }

  @Test
  void clientsWhoseConnectionsBreakComeBackAndTheOutageIsReported() throws Exception {
    try (FaultyBroker others = FaultyBroker.start()) {
      AtomicBoolean cut = new AtomicBoolean();
      RunListener cutting =
          progress -> {
            if (progress.phase() == Phase.STEADY && cut.compareAndSet(false, true)) {
              others.faults().cutConnection(id -> true);
            }
          };
      Scenario scenario =
          ScenarioChange.set("session.reconnect", true).applyTo(runs(Conditions.NONE).scenario());
      RunResult result = run(scenario, others.endpoint().uri(), Optional.empty(), cutting);
      isExact(result);
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.fault()).isEmpty();
      assertThat(failover.node()).isEmpty();
      assertThat(failover.clients()).isEqualTo(CLIENTS);
      assertThat(failover.connectionsBroken()).isEqualTo(CLIENTS);
      assertThat(failover.reconnects()).isEqualTo(CLIENTS);
      assertThat(failover.course().allBackNanos()).isPresent();
      assertThat(failover.course().outageNanos()).isPresent();
      assertThat(failover.outages()).isEmpty();
      assertThat(failover.atMillis()).isBetween(400L, 4_500L);
      assertThat(others.violations()).isEmpty();
    }
  }

  @Test
  void withoutThatABrokenConnectionEndsTheRun() throws Exception {
    try (FaultyBroker others = FaultyBroker.start()) {
      RunListener cutting =
          progress -> {
            if (progress.phase() == Phase.STEADY) {
              others.faults().cutConnection(id -> true);
            }
          };
      RunResult result =
          run(runs(Conditions.NONE).scenario(), others.endpoint().uri(), Optional.empty(), cutting);
      assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
    }
  }

  /** Both nodes have the same sessions and messages, as those of a cluster. */
  @Test
  void eachNodeOfAClusterIsRestartedInTurnByCommands() throws Exception {
    try (FaultyBroker others = FaultyBroker.builder().standby().start()) {
      others.backup().takeOver();
      List<BrokerNode> nodes = List.copyOf(others.nodes());
      String selector =
          nodes.stream()
              .map(node -> node.endpoints().get(0))
              .map(endpoint -> endpoint.host() + ":" + endpoint.port())
              .collect(Collectors.joining(",", "mqtt://", "?nodes=pod-0,pod-1"));
      FaultCommands commands =
          new FaultCommands(
              "touch " + folder + "/kill-{node}",
              Optional.of("touch " + folder + "/heal-{node}"),
              Duration.ofSeconds(20));
      RunListener operator = progress -> obey(nodes);
      RunResult result =
          run(
              runs(Conditions.NONE.withFault(command(700, 2_000))).scenario(),
              selector,
              Optional.of(commands),
              operator);
      isExact(result);
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.fault()).contains(FaultKind.COMMAND);
      assertThat(failover.each())
          .extracting(o -> o.node().orElseThrow())
          .containsExactly("pod-0", "pod-1");
      assertThat(failover.each()).allSatisfy(this::isAnOutage);
      // half a second of warm-up, the fault after another one, and the next node's turn
      assertThat(failover.each().get(1).atMillis()).isGreaterThanOrEqualTo(3_000);
      long longest =
          failover.each().stream()
              .mapToLong(outage -> outage.course().outageNanos().getAsLong())
              .max()
              .getAsLong();
      assertThat(failover.course().outageNanos()).hasValue(longest);
      assertThat(others.violations()).isEmpty();
    }
  }

  private void isAnOutage(Failover.Outage outage) {
    assertThat(outage.clients()).isEqualTo(CLIENTS);
    assertThat(outage.course().allBackNanos()).isPresent();
    assertThat(outage.course().outageNanos()).isPresent();
    assertThat(outage.healedAfterNanos().getAsLong() / MILLI).isGreaterThanOrEqualTo(700);
  }

  /** Does what the commands ask for. */
  private void obey(List<BrokerNode> nodes) {
    try {
      for (int i = 0; i < nodes.size(); i++) {
        if (Files.deleteIfExists(folder.resolve("kill-pod-" + i))) {
          nodes.get(i).inject(FaultKind.KILL);
        }
        if (Files.deleteIfExists(folder.resolve("heal-pod-" + i))) {
          nodes.get(i).heal();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (BrokerException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aMosquittoOfOthersIsRestartedByCommands(int workers) throws Exception {
    Mosquitto.assumeInstalled();
    int port;
    try (Broker free = Mosquitto.start()) {
      port = free.endpoints().get(0).port();
    }
    Path config =
        Files.writeString(
            folder.resolve("mosquitto.conf"),
            """
            listener %d 127.0.0.1
            allow_anonymous true
            persistence true
            persistence_location %s/
            max_queued_messages 0
            """
                    .formatted(port, folder)
                + (System.getProperty("user.name").equals("root") ? "user root\n" : ""));
    String mosquitto = Mosquitto.executable().orElseThrow().toString();
    String start =
        "%s -c %s >/dev/null 2>&1 & echo $! > %s/pid".formatted(mosquitto, config, folder);
    // It writes to its folder until it is gone.
    String stop =
        "kill $(cat %s/pid) && while kill -0 $(cat %s/pid) 2>/dev/null; do sleep 0.02; done"
            .formatted(folder, folder);
    FaultCommands commands = new FaultCommands(stop, Optional.of(start), Duration.ofSeconds(20));
    shell(start);
    try {
      String selector = "mqtt://127.0.0.1:" + port;
      await().until(() -> answers(selector));
      RunResult result =
          run(
              runs(Conditions.NONE.withFault(command(300, null))).scenario(),
              selector,
              Optional.of(commands),
              RunListener.NONE,
              workers);
      isExact(result);
      assertThat(result.driver().workers()).isEqualTo(workers);
      Failover failover = result.failover().orElseThrow();
      assertThat(failover.outages()).as("more than one").isEmpty();
      assertThat(failover.clockErrorNanos()).isEmpty();
      assertThat(failover.node()).contains("127.0.0.1");
      assertThat(failover.clients()).isEqualTo(CLIENTS);
      assertThat(failover.course().allBackNanos()).isPresent();
      assertThat(failover.course().outageNanos().getAsLong() / MILLI).isGreaterThan(200);
    } finally {
      shell(stop);
    }
  }

  private static boolean answers(String selector) {
    try (Broker broker = new RemoteProvider().start(BrokerRequest.of(selector))) {
      return broker.nodes().get(0).isActive();
    } catch (BrokerException e) {
      return false;
    }
  }

  private static void shell(String command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("/bin/sh", "-c", command).inheritIO().start();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aCommandThatFailsEndsTheRunWithItsOutput() throws Exception {
    try (FaultyBroker others = FaultyBroker.start()) {
      RunResult result =
          run(
              runs(Conditions.NONE.withFault(command(null, null))).scenario(),
              others.endpoint().uri(),
              Optional.of(
                  new FaultCommands(
                      "echo pods are forbidden >&2; exit 1",
                      Optional.empty(),
                      Duration.ofSeconds(20))),
              RunListener.NONE);
      assertThat(result.verdict().status()).isEqualTo(Status.FAILED);
      assertThat(result.verdict().reasons().get(0))
          .startsWith("the fault could not be done to 127.0.0.1: ")
          .endsWith("ended with exit code 1: pods are forbidden");
    }
  }

  @Test
  void whatACommandRequiresIsSaidBeforeTheRun() throws Exception {
    try (FaultyBroker others = FaultyBroker.start()) {
      Endpoint endpoint = others.endpoint();
      FaultCommands commands = new FaultCommands("true", Optional.empty(), Duration.ofSeconds(1));
      assertThatThrownBy(
              () ->
                  run(
                      runs(Conditions.NONE.withFault(command(null, null))).scenario(),
                      endpoint.uri(),
                      Optional.empty(),
                      RunListener.NONE))
          .isInstanceOf(DefinitionException.class)
          .hasMessageContaining("only with --fault-command on the command line");
      assertThatThrownBy(
              () ->
                  run(
                      runs(Conditions.NONE.withFault(command(100, null))).scenario(),
                      endpoint.uri(),
                      Optional.of(commands),
                      RunListener.NONE))
          .isInstanceOf(DefinitionException.class)
          .hasMessageContaining("only with --heal-command");
    }
  }
}
