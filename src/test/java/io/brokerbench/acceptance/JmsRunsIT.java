package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Session;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.jms.JmsCatalog;
import io.brokerbench.mqtt.fanin.FanInCatalog;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each scenario with JMS consumers on Artemis, and one of each kind on ActiveMQ Classic: all that
 * was sent arrives, and nothing else. Each run has a broker of its own.
 */
class JmsRunsIT {

  /** Whether rates are kept in such short runs depends on the machine; accounts do not. */
  private static final List<Status> WRONG = List.of(Status.CONTRACT_BROKEN, Status.FAILED);

  /** Long enough for a busy machine to get something done in each part; 500 messages are due. */
  private static final Phases SHORT =
      new Phases(
          Duration.ofMillis(50),
          Duration.ofMillis(1_200),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60));

  /** Some of a producer's transactions end within the steady state of so short a run. */
  private static final int SHORT_BATCH = 5;

  /** What is run each time: the kinds of acknowledgements, subscriptions, destinations. */
  private static final List<Row> REPRESENTATIVE =
      List.of(
          new Row("FANIN.Q1.PERSISTENT.JMS.SHARED", Product.ARTEMIS),
          new Row("QUEUE.PERSISTENT.TRANSACTED", Product.ARTEMIS));

  /** What the second broker is asked: more would show nothing new, and take longer. */
  private static final List<String> ON_ACTIVEMQ =
      List.of(
          "FANIN.Q0.JMS.SINGLE",
          "FANIN.Q0.JMS.PARTITIONS",
          "FANIN.Q1.PERSISTENT.JMS.PARTITIONS",
          "FANIN.Q1.HA.PERSISTENT.JMS.PARTITIONS",
          "QUEUE.PERSISTENT",
          "QUEUE.TRANSACTED",
          "TOPIC.PERSISTENT.TRANSACTED");

  /** Who has a listener for AMQP. */
  enum Product {
    ARTEMIS,
    ACTIVEMQ,
    QPID;

    private BrokerProvider provider() {
      return switch (this) {
        case ARTEMIS -> new EmbeddedProvider.Artemis();
        case ACTIVEMQ -> new EmbeddedProvider.ActiveMq();
        case QPID -> new EmbeddedProvider.Qpid();
      };
    }

    boolean canRun(Scenario scenario) {
      return RequiredCapabilities.missing(scenario, provider().capabilities()).isEmpty();
    }

    Broker start(Scenario scenario) throws Exception {
      return provider().start(BrokerRequest.of(provider().name()).withNeedsOf(scenario));
    }
  }

  /** A scenario and who is to run it. */
  record Row(String name, Product product) {

    Scenario scenario() {
      return scenarios().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    }

    @Override
    public String toString() {
      return name + " on " + product;
    }
  }

  /**
   * Those of fan-in without TLS, and all of queues and topics; {@link JmsRequestTruthIT} has the
   * requests.
   */
  private static Stream<Scenario> scenarios() {
    return Stream.concat(
        new FanInCatalog()
            .scenarios().stream()
                .filter(s -> s.session().jmsConsumers().isPresent())
                .filter(s -> s.security().cipher().isEmpty()),
        ofJmsAlone());
  }

  static List<Row> representative() {
    return REPRESENTATIVE;
  }

  /** All others: each name on Artemis, and one on a pair, which differs by its nodes only. */
  static List<Row> others() {
    List<String> onArtemis =
        scenarios()
            .filter(s -> !s.conditions().highAvailability())
            .filter(Product.ARTEMIS::canRun)
            .map(Scenario::name)
            .toList();
    assertThat(onArtemis).hasSize(18 + 8);
    List<String> onQpid = scenarios().filter(Product.QPID::canRun).map(Scenario::name).toList();
    assertThat(onQpid)
        .containsExactlyInAnyOrderElementsOf(ofJmsAlone().map(Scenario::name).toList());
    return Stream.of(
            Stream.of(new Row("FANIN.Q1.HA.PERSISTENT.JMS.SHARED", Product.ARTEMIS)),
            onArtemis.stream().map(name -> new Row(name, Product.ARTEMIS)),
            ON_ACTIVEMQ.stream().map(name -> new Row(name, Product.ACTIVEMQ)),
            onQpid.stream().map(name -> new Row(name, Product.QPID)))
        .flatMap(rows -> rows)
        .filter(row -> !REPRESENTATIVE.contains(row))
        .toList();
  }

  private static Stream<Scenario> ofJmsAlone() {
    return new JmsCatalog().scenarios().stream().filter(s -> s.topology().responders().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("representative")
  void allThatIsSentArrives(Row row) throws Exception {
    allArrived(run(small(row.scenario()), row.product()), small(row.scenario()));
  }

  @Tag("release")
  @ParameterizedTest
  @MethodSource("others")
  void allThatIsSentArrivesInTheOtherOnesToo(Row row) throws Exception {
    allArrived(run(small(row.scenario()), row.product()), small(row.scenario()));
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

  private static RunResult run(Scenario scenario, Product product) throws Exception {
    try (Broker broker = product.start(scenario)) {
      return new LoadRig(
              scenario,
              broker,
              new SwarmDriverProvider(),
              RigSettings.defaults().withLanes(1),
              RunListener.NONE)
          .run();
    }
  }

  private static void allArrived(RunResult result, Scenario scenario) {
    assertThat(result.messages().sent()).isEqualTo(500);
    assertThat(result.messages().acknowledged())
        .as(result.verdict().reasons().toString())
        .isEqualTo(500);
    assertThat(result.messages().received())
        .as(result.verdict().reasons().toString())
        .isEqualTo(500L * result.scenario().topology().fanOut());
    assertThat(result.messages().lost() + result.messages().duplicated()).isZero();
    assertThat(result.messages().redelivered()).hasValue(0);
    assertThat(result.messages().unrecognised()).isZero();
    assertThat(result.verdict().status()).as(result.verdict().reasons().toString()).isNotIn(WRONG);
    assertThat(result.latency().of(LatencyKind.SUBSCRIBE).count()).isPositive();
    steps(result, scenario);
    if (scenario.session().protocol() != Protocol.JMS) {
      assertThat(result.driver().name()).isEqualTo("swarm");
      assertThat(result.driver().consumers().orElseThrow().name()).isEqualTo("qpid");
      assertThat(result.driver().consumers().orElseThrow().transport()).contains("QpidJMS");
    }
  }

  /** Each step of a connection that there is in the scenario has been timed, and no other. */
  private static void steps(RunResult result, Scenario scenario) {
    Latencies latency = result.latency();
    Topology topology = scenario.topology();
    boolean producers = scenario.session().protocol() == Protocol.JMS;
    assertThat(latency.of(LatencyKind.SESSION).count())
        .isEqualTo(topology.consumers() + (producers ? topology.publishers() : 0));
    JmsAcknowledgement mode = scenario.session().jmsConsumers().orElseThrow().acknowledgement();
    if (mode != JmsAcknowledgement.TRANSACTED) {
      assertThat(latency.find(LatencyKind.COMMIT)).isEmpty();
    } else if (producers) {
      assertThat(latency.of(LatencyKind.COMMIT).count()).isPositive();
    }
    if (mode != JmsAcknowledgement.CLIENT) {
      assertThat(latency.find(LatencyKind.CONSUMER_ACKNOWLEDGE)).isEmpty();
    }
  }

  @Tag("release")
  @Test
  void aVirtualTopicStandsInForASharedDurableSubscriptionAndTheResultSaysSo() throws Exception {
    Row row = new Row("FANIN.Q1.PERSISTENT.JMS.SHARED", Product.ACTIVEMQ);
    RunResult result = run(small(row.scenario()), row.product());
    allArrived(result, small(row.scenario()));
    assertThat(result.verdict().reasons())
        .anyMatch(reason -> reason.contains("stood in for the shared durable subscription"));
    Scenario notDurable = new Row("FANIN.Q0.JMS.SHARED", Product.ACTIVEMQ).scenario();
    assertThat(Product.ACTIVEMQ.canRun(notDurable)).isFalse();
  }

  @Tag("release")
  @Test
  void consumersThatGoAwayAndComeBackMissNothing() throws Exception {
    Scenario scenario =
        Runs.of(20, 10, Distribution.SHARED)
            .qos(1)
            .persistent(0.2)
            .jms(JmsConsumers.of(JmsAcknowledgement.CLIENT))
            .drainLimit(Duration.ofSeconds(60))
            .scenario();
    RunResult result = run(scenario, Product.ARTEMIS);
    assertThat(result.messages().sent()).isEqualTo(2_500);
    assertThat(result.messages().received()).isEqualTo(2_500);
    assertThat(result.messages().lost() + result.messages().duplicated()).isZero();
    assertThat(result.verdict().status()).isNotIn(WRONG);
  }

  @Tag("release")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "QPID")
  void bothSidesOverTls(Product product) throws Exception {
    Scenario scenario =
        Runs.of(20, 4, Distribution.PARTITIONS)
            .qos(1)
            .security(Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM))
            .rate(2_000)
            .jms(JmsConsumers.of(JmsAcknowledgement.AUTO))
            .scenario()
            .withPhases(Runs.SHORT);
    RunResult result = run(scenario, product);
    allArrived(result, scenario);
    assertThat(result.driver().tls().orElseThrow().cipher()).contains("ECDHE_RSA");
  }
}
