package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.acceptance.FaultyJmsFactory.Deed;
import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.containers.remote.RemoteProvider;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.definition.Scenarios;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.Requests.Way;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.jms.AnyJmsDriverProvider;
import io.brokerbench.testkit.driver.KitRelay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code REQUEST.JMS} with connections that are cut between the clients and an Artemis, or with an
 * Artemis that is killed: all clients come back, and each request has its reply. Alone, as clients
 * give attempts up that a starved broker does not answer, and the load ends meanwhile.
 */
@Isolated
class JmsRequestReconnectIT {

  private static final int REQUESTERS = 10;
  private static final int RESPONDERS = 3;
  private static final int CLIENTS = 2 * REQUESTERS + RESPONDERS;

  /** Of half a second of warm-up and three of steady state, with 200 requests in each second. */
  private static final int REQUESTS = 700;

  private static Broker artemis;

  @BeforeAll
  static void startBroker() throws Exception {
    artemis = JmsClients.startArtemis();
  }

  @AfterAll
  static void closeBroker() {
    artemis.close();
  }

  /**
   * Cuts all connections half a second after the steady state has begun, and a second later, once
   * what was to be swallowed has been.
   */
  private static RunListener cutting(KitRelay relay) {
    long[] cuts = {500_000_000, 1_500_000_000};
    long[] begun = new long[1];
    int[] done = new int[1];
    return progress -> {
      if (progress.phase() != Phase.STEADY && begun[0] == 0) {
        return;
      }
      long now = NanoClock.SYSTEM.nanoTime();
      begun[0] = begun[0] == 0 ? now : begun[0];
      boolean awaited = done[0] > 0 && !FaultyJmsFactory.isDone();
      if (done[0] < cuts.length && now - begun[0] > cuts[done[0]] && !awaited) {
        done[0]++;
        relay.cut();
      }
    };
  }

  private static RunResult run(String driver, String acknowledgement, int qos) throws Exception {
    return run(ProviderRegistry.load().driver(driver), acknowledgement, qos);
  }

  private static RunResult run(ClientDriverProvider clients, String acknowledgement, int qos)
      throws Exception {
    Scenario scenario = scenario(acknowledgement, qos);
    try (KitRelay relay =
            KitRelay.plain(artemis.endpoint(clients.jmsProtocol().plain()).orElseThrow());
        Broker others = new RemoteProvider().start(BrokerRequest.of(relay.endpoint().uri()))) {
      return rig(scenario, others, clients, cutting(relay)).run();
    }
  }

  private static LoadRig rig(
      Scenario scenario, Broker broker, ClientDriverProvider clients, RunListener listener) {
    return new LoadRig(scenario, broker, clients, RigSettings.defaults().withLanes(1), listener);
  }

  private static Scenario scenario(String acknowledgement, int qos) {
    return ScenarioChange.set("topology.publishers", REQUESTERS)
        .and("topology.responders", RESPONDERS)
        .and("workload.qos", qos)
        .and("workload.load.rate", 200)
        .and("session.reconnect", true)
        .and("session.jmsConsumers.replyQueue", "NAMED")
        .and("session.jmsConsumers.acknowledgement", acknowledgement)
        .and("session.jmsConsumers.batch", acknowledgement.equals("CLIENT") ? 10 : 1)
        .and("phases.warmUp", "500ms")
        .and("phases.steady", "3s")
        .and("phases.drainLimit", "60s")
        .and("phases.quietPeriod", "2s")
        .applyTo(Scenarios.load().find("REQUEST.JMS"));
  }

  private static void eachRequestHasItsReply(String driver, String acknowledgement)
      throws Exception {
    allAreAnswered(run(driver, acknowledgement, 1));
  }

  private static void allAreAnswered(RunResult result) {
    String reasons = result.verdict().reasons().toString();
    Requests requests = result.requests().orElseThrow();
    assertThat(requests.sent()).as(reasons).isEqualTo(REQUESTS);
    assertThat(requests.taken()).as(reasons).isEqualTo(REQUESTS);
    assertThat(requests.replied()).as(reasons).isEqualTo(REQUESTS);
    assertThat(requests.unacknowledgedReplies()).as(reasons).isZero();
    assertThat(result.messages().acknowledged()).isEqualTo(REQUESTS);
    assertThat(result.messages().lost() + result.messages().undelivered()).isZero();
    assertThat(result.verdict().status())
        .as(reasons)
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    Failover failover = result.failover().orElseThrow();
    assertThat(failover.clients()).isEqualTo(CLIENTS);
    assertThat(failover.course().allBackNanos()).isPresent();
    assertThat(failover.doubts()).isPresent();
  }

  @Test
  void eachRequestHasItsReplyAlthoughAllConnectionsBreak() throws Exception {
    eachRequestHasItsReply("qpid", "AUTO");
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "qpid, CLIENT",
    "qpid, TRANSACTED",
    "jms:artemis-core, AUTO",
    "jms:artemis-core, TRANSACTED",
    "jms:openwire, AUTO",
    "jms:openwire, CLIENT"
  })
  void eachRequestHasItsReplyWith(String driver, String acknowledgement) throws Exception {
    eachRequestHasItsReply(driver, acknowledgement);
  }

  /** It comes back a second later, or its backup takes over, with all that it had taken over. */
  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "qpid, AUTO, true",
    "qpid, CLIENT, false",
    "qpid, TRANSACTED, true",
    "jms:artemis-core, AUTO, false",
    "jms:openwire, CLIENT, true"
  })
  void eachRequestHasItsReplyAlthoughTheBrokerIsKilled(
      String driver, String acknowledgement, boolean pair) throws Exception {
    ClientDriverProvider clients = ProviderRegistry.load().driver(driver);
    Conditions alone = pair ? Conditions.HIGH_AVAILABILITY : Conditions.NONE;
    Optional<Duration> healed = pair ? Optional.empty() : Optional.of(Duration.ofSeconds(1));
    Scenario killed =
        scenario(acknowledgement, 1)
            .withConditions(
                alone.withFault(new Fault(FaultKind.KILL, Duration.ofSeconds(1), healed)));
    BrokerProvider provider = new EmbeddedProvider.Artemis();
    try (Broker broker =
        provider.start(
            BrokerRequest.of(provider.name()).withNeedsOf(killed, clients.jmsProtocol()))) {
      allAreAnswered(rig(killed, broker, clients, RunListener.NONE).run());
    }
  }

  /** Its request is acknowledged, so it does not come again. */
  @Test
  @ResourceLock(FaultyJmsFactory.LOCK)
  void aReplyThatDiesWithItsConnectionIsSentAgainOnTheNext(@TempDir Path folder) throws Exception {
    FaultyJmsFactory.reset();
    FaultyJmsFactory.does(Deed.SWALLOW_ONCE, Way.REPLY, 3, 12);
    Path file = folder.resolve("faulty.yaml");
    Files.writeString(file, FaultyJmsFactory.clientFile());
    allAreAnswered(run(new AnyJmsDriverProvider().of("jms:" + file), "AUTO", 1));
  }

  @Tag("release")
  @Test
  void whatIsLostWithNonPersistentDeliveryBreaksNoContract() throws Exception {
    RunResult result = run("qpid", "AUTO", 0);
    String reasons = result.verdict().reasons().toString();
    Requests requests = result.requests().orElseThrow();
    assertThat(requests.sent()).as(reasons).isEqualTo(REQUESTS);
    assertThat(requests.replied() + result.messages().lost() + result.messages().undelivered())
        .as(reasons)
        .isEqualTo(REQUESTS);
    assertThat(result.verdict().status())
        .as(reasons)
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(result.failover().orElseThrow().course().allBackNanos()).isPresent();
  }
}
