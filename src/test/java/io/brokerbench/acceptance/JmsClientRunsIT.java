package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.StartPatience;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.experiment.session.ProviderRegistry;
import io.brokerbench.jms.JmsCatalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scenarios with the JMS clients of products, on their own brokers and on others that speak the
 * same: all that was sent arrives, and nothing else. Each run has a broker of its own.
 */
class JmsClientRunsIT {

  /** Whether rates are kept in such short runs depends on the machine; accounts do not. */
  private static final List<Status> WRONG = List.of(Status.CONTRACT_BROKEN, Status.FAILED);

  private static final Phases SHORT =
      new Phases(
          Duration.ofMillis(50),
          Duration.ofMillis(1_200),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60));

  /** A machine may be busy with all sorts of things besides. */
  private static final StartPatience PATIENCE =
      new StartPatience(Optional.of(Duration.ofMinutes(3)), line -> {});

  private static final int SHORT_BATCH = 5;
  private static final int MESSAGES = 500;

  /** Each scenario of queues and topics, and the fan-in, with each client on what it speaks to. */
  static Stream<Arguments> runs() {
    List<String> ofJms =
        new JmsCatalog()
            .scenarios().stream()
                .filter(scenario -> scenario.topology().responders().isEmpty())
                .map(Scenario::name)
                .toList();
    assertThat(ofJms).hasSizeGreaterThanOrEqualTo(8);
    List<Arguments> rows = new ArrayList<>();
    for (String name : ofJms) {
      rows.add(arguments("jms:artemis-core", name, "artemis"));
      rows.add(arguments("jms:openwire", name, "artemis"));
      rows.add(arguments("jms:openwire", name, "activemq"));
    }
    rows.add(arguments("jms:artemis-core", "FANIN.Q0.JMS.PARTITIONS", "artemis"));
    rows.add(arguments("jms:artemis-core", "FANIN.Q1.PERSISTENT.JMS.SHARED", "artemis"));
    rows.add(arguments("jms:openwire", "FANIN.Q1.PERSISTENT.JMS.PARTITIONS", "artemis"));
    rows.add(arguments("jms:openwire", "FANIN.Q1.PERSISTENT.JMS.PARTITIONS", "activemq"));
    rows.add(arguments("jms:openwire", "FANIN.Q1.PERSISTENT.JMS.SHARED", "activemq"));
    rows.add(arguments("jms:qpid", "QUEUE.PERSISTENT", "artemis"));
    return rows.stream();
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource("runs")
  void allThatIsSentArrives(String driver, String name, String product) throws Exception {
    allThatIsSentArrives(driver, name, product, Security.NONE);
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "jms:artemis-core, QUEUE.PERSISTENT, artemis, ECDHE-RSA-AES256-GCM-SHA384",
    "jms:artemis-core, FANIN.Q1.PERSISTENT.JMS.PARTITIONS, artemis, TLS_AES_256_GCM_SHA384",
    "jms:openwire, QUEUE.PERSISTENT, activemq, ECDHE-RSA-AES256-GCM-SHA384",
    "jms:openwire, FANIN.Q1.PERSISTENT.JMS.PARTITIONS, activemq, TLS_AES_256_GCM_SHA384"
  })
  void allThatIsSentArrivesOverTls(String driver, String name, String product, String cipher)
      throws Exception {
    allThatIsSentArrives(driver, name, product, Security.ofAll(CipherSuite.of(cipher)));
  }

  private static void allThatIsSentArrives(
      String driver, String name, String product, Security security) throws Exception {
    ProviderRegistry providers = ProviderRegistry.load();
    ClientDriverProvider clients = providers.driver(driver);
    Scenario scenario = small(providers.scenarios().find(name)).withSecurity(security);
    BrokerProvider brokers =
        product.equals("artemis")
            ? new EmbeddedProvider.Artemis()
            : new EmbeddedProvider.ActiveMq();
    BrokerRequest request =
        BrokerRequest.of(brokers.name())
            .withNeedsOf(scenario, clients.jmsProtocol())
            .withPatience(PATIENCE);
    try (Broker broker = brokers.start(request)) {
      RunResult result =
          new LoadRig(
                  scenario, broker, clients, RigSettings.defaults().withLanes(1), RunListener.NONE)
              .run();
      allArrived(result);
      assertThat(clientsOf(result)).isEqualTo(driver.equals("jms:qpid") ? "qpid" : driver);
    }
  }

  private static String clientsOf(RunResult result) {
    return result.scenario().session().protocol() == Protocol.JMS
        ? result.driver().name()
        : result.driver().consumers().orElseThrow().name();
  }

  private static Scenario small(Scenario named) {
    Topology topology = named.topology();
    Session session = named.session();
    JmsConsumers jms = session.jmsConsumers().orElseThrow();
    return named
        .withSession(
            jms.acknowledgement().isBatched()
                ? session.withJmsConsumers(jms.withBatch(SHORT_BATCH))
                : session)
        .withTopology(new Topology(20, Math.min(4, topology.consumers()), topology.distribution()))
        .withWorkload(named.workload().withLoad(new ConstantLoad(Rate.perSecond(400))))
        .withPhases(SHORT);
  }

  private static void allArrived(RunResult result) {
    String reasons = result.verdict().reasons().toString();
    assertThat(result.messages().sent()).as(reasons).isEqualTo(MESSAGES);
    assertThat(result.messages().acknowledged()).as(reasons).isEqualTo(MESSAGES);
    assertThat(result.messages().received())
        .as(reasons)
        .isEqualTo((long) MESSAGES * result.scenario().topology().fanOut());
    assertThat(result.messages().lost() + result.messages().duplicated()).isZero();
    assertThat(result.messages().redelivered()).hasValue(0);
    assertThat(result.messages().unrecognised()).isZero();
    assertThat(result.verdict().status()).as(reasons).isNotIn(WRONG);
  }
}
