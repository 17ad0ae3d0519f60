package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.StartPatience;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.Requests;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.session.ProviderRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code REQUEST.JMS} with each client on each broker that speaks its protocol: each request is
 * taken by a responder, and each has its reply.
 */
class JmsRequestRunsIT {

  private static final int REQUESTERS = 20;
  private static final int RESPONDERS = 3;

  /** Of 200 ms of warm-up and 2 s of steady state, with 250 requests in each second. */
  private static final int REQUESTS = 550;

  private static final StartPatience PATIENCE =
      new StartPatience(Optional.of(Duration.ofMinutes(3)), line -> {});

  private static final Map<String, BrokerProvider> BROKERS =
      Map.of(
          "artemis",
          new EmbeddedProvider.Artemis(),
          "activemq",
          new EmbeddedProvider.ActiveMq(),
          "qpid",
          new EmbeddedProvider.Qpid());

  private static void eachRequestHasItsReply(
      String driver, String product, int workers, ScenarioChange more) throws Exception {
    ProviderRegistry providers = ProviderRegistry.load();
    ClientDriverProvider clients = providers.driver(driver);
    Scenario scenario =
        more.and("topology.publishers", REQUESTERS)
            .and("topology.responders", RESPONDERS)
            .and("workload.load.rate", 250)
            .and("phases.warmUp", "200ms")
            .and("phases.steady", "2s")
            .and("phases.drainLimit", "60s")
            .applyTo(providers.scenarios().find("REQUEST.JMS"));
    BrokerProvider brokers = BROKERS.get(product);
    BrokerRequest request =
        BrokerRequest.of(brokers.name())
            .withNeedsOf(scenario, clients.jmsProtocol())
            .withPatience(PATIENCE);
    try (Broker broker = brokers.start(request)) {
      RunResult result =
          new LoadRig(
                  scenario,
                  broker,
                  clients,
                  RigSettings.defaults().withLanes(1).withWorkers(workers),
                  RunListener.NONE)
              .run();
      Requests requests = result.requests().orElseThrow();
      assertThat(requests)
          .as("with the reasons %s", result.verdict().reasons())
          .isEqualTo(new Requests(RESPONDERS, REQUESTS, REQUESTS, 0, 0, REQUESTS, 0, List.of()));
      assertThat(result.messages().duplicated() + result.messages().misdelivered()).isZero();
      assertThat(result.messages().damaged() + result.messages().unacknowledged()).isZero();
      assertThat(result.latency().of(LatencyKind.END_TO_END).count()).isEqualTo(500);
      assertThat(result.verdict().status()).isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    }
  }

  @Test
  void eachRequestHasItsReplyOnArtemis() throws Exception {
    eachRequestHasItsReply("qpid", "artemis", 1, ScenarioChange.set("workload.qos", 1));
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "qpid, artemis, 0, AUTO",
    "qpid, artemis, 1, CLIENT",
    "qpid, artemis, 1, PRE_SETTLED",
    "qpid, activemq, 1, AUTO",
    "qpid, qpid, 0, AUTO",
    "qpid, qpid, 1, AUTO",
    "jms:artemis-core, artemis, 0, AUTO",
    "jms:artemis-core, artemis, 1, AUTO",
    "jms:artemis-core, artemis, 1, PRE_SETTLED",
    "jms:openwire, artemis, 1, AUTO",
    "jms:openwire, activemq, 0, AUTO",
    "jms:openwire, activemq, 1, AUTO"
  })
  void eachRequestHasItsReplyWith(String driver, String product, int qos, String acknowledgement)
      throws Exception {
    eachRequestHasItsReply(
        driver,
        product,
        1,
        ScenarioChange.set("workload.qos", qos)
            .and("session.jmsConsumers.acknowledgement", acknowledgement));
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"qpid, artemis", "qpid, qpid", "jms:artemis-core, artemis", "jms:openwire, activemq"})
  void inTransactionsOfOneMessageAndByQueuesWithNames(String driver, String product)
      throws Exception {
    eachRequestHasItsReply(
        driver,
        product,
        1,
        ScenarioChange.set("session.jmsConsumers.acknowledgement", "TRANSACTED")
            .and("session.jmsConsumers.batch", 1)
            .and("session.jmsConsumers.replyQueue", "NAMED"));
  }

  @Tag("release")
  @Test
  void twoWorkersFindQueuesWithNames() throws Exception {
    eachRequestHasItsReply(
        "qpid", "artemis", 2, ScenarioChange.set("session.jmsConsumers.replyQueue", "NAMED"));
  }
}
