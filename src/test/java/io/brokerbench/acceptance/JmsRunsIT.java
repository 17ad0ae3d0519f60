package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.RigSettings;
import io.brokerbench.core.engine.RunListener;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.CipherSuite;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Security;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.jms.JmsCatalog;
import io.brokerbench.mqtt.fanin.FanInCatalog;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each scenario with JMS consumers on Artemis, and one of each kind on ActiveMQ Classic: all that
 * was sent arrives, and nothing else.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JmsRunsIT {

  /** Whether rates are kept in such short runs depends on the machine; accounts don't. */
  private static final List<Status> WRONG = List.of(Status.LOSS, Status.FAILED);

  private static final List<BrokerProvider> BROKERS =
      List.of(new EmbeddedProvider.Artemis(), new EmbeddedProvider.ActiveMq());

  /** What the second broker is asked: more would show nothing new, and take longer. */
  private static final List<String> ONE_OF_EACH_KIND =
      List.of(
          "FANIN.Q0.JMS.SINGLE",
          "FANIN.Q0.JMS.PARTITIONS",
          "FANIN.Q1.PERSISTENT.JMS.PARTITIONS",
          "QUEUE.PERSISTENT",
          "QUEUE.TRANSACTED",
          "TOPIC.PERSISTENT.TRANSACTED");

  private static final Phases SHORT =
      new Phases(
          Duration.ofMillis(50),
          Duration.ofMillis(200),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60));

  /**
   * Artemis now and then routes nothing of one topic, whoever consumes it (docs/brokers.md, Traps),
   * and a machine that does other things as well may take longer than the drain. What the driver
   * would lose, {@link JmsTruthIT} finds.
   */
  private static final int ATTEMPTS = 4;

  private final List<Broker> running = new ArrayList<>();

  /** A scenario and who can run it. */
  record Row(Scenario scenario, int broker) {
    @Override
    public String toString() {
      return scenario.name() + " on " + BROKERS.get(broker).name();
    }
  }

  private Broker broker(int number) throws Exception {
    if (running.isEmpty()) {
      for (BrokerProvider provider : BROKERS) {
        running.add(
            provider.start(
                BrokerRequest.of(provider.name())
                    .withAmqp()
                    .withSecurity(Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM))));
      }
    }
    return running.get(number);
  }

  @AfterAll
  void closeBrokers() {
    running.forEach(Broker::close);
  }

  static Stream<Row> rows() {
    List<Scenario> fanIns =
        new FanInCatalog()
            .scenarios().stream()
                .filter(s -> s.session().jmsConsumers().isPresent())
                .filter(s -> s.security().cipher().isEmpty())
                .filter(s -> !s.conditions().highAvailability())
                .toList();
    List<Scenario> all =
        Stream.concat(fanIns.stream(), new JmsCatalog().scenarios().stream()).toList();
    assertThat(fanIns).hasSize(18);
    return Stream.of(0, 1)
        .flatMap(
            number ->
                all.stream()
                    .filter(
                        s ->
                            RequiredCapabilities.missing(s, BROKERS.get(number).capabilities())
                                .isEmpty())
                    .map(s -> new Row(s, number)))
        .filter(row -> row.broker() == 0 || ONE_OF_EACH_KIND.contains(row.scenario().name()));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void allThatIsSentArrives(Row row) throws Exception {
    Scenario named = row.scenario();
    Topology topology = named.topology();
    Scenario small =
        named
            .withTopology(
                new Topology(20, Math.min(4, topology.consumers()), topology.distribution()))
            .withWorkload(named.workload().withLoad(new ConstantLoad(Rate.perSecond(2_000))))
            .withPhases(SHORT);
    RunResult result = run(small, broker(row.broker()));
    for (int i = 1; i < ATTEMPTS && result.messages().lost() > 0; i++) {
      result = run(small, broker(row.broker()));
    }
    allArrived(result, 500L * small.topology().fanOut());
  }

  private static RunResult run(Scenario scenario, Broker broker) throws Exception {
    return new LoadRig(
            scenario,
            broker,
            new SwarmDriverProvider(),
            RigSettings.defaults().withLanes(1),
            RunListener.NONE)
        .run();
  }

  private static void allArrived(RunResult result, long deliveries) {
    assertThat(result.messages().sent()).isEqualTo(500);
    assertThat(result.messages().acknowledged()).isEqualTo(500);
    assertThat(result.messages().received())
        .as(result.verdict().reasons().toString())
        .isEqualTo(deliveries);
    assertThat(result.messages().lost() + result.messages().duplicated()).isZero();
    assertThat(result.messages().redelivered()).hasValue(0);
    assertThat(result.messages().unrecognised()).isZero();
    assertThat(result.verdict().status()).as(result.verdict().reasons().toString()).isNotIn(WRONG);
    assertThat(result.latency().subscribe().count()).isPositive();
  }

  @Test
  void theResultNamesBothDrivers() throws Exception {
    Scenario scenario =
        Runs.of(4, 1, Distribution.SINGLE).jms(JmsConsumers.of(JmsAcknowledgement.AUTO)).scenario();
    RunResult result = run(scenario.withPhases(SHORT), broker(0));
    assertThat(result.driver().name()).isEqualTo("swarm");
    assertThat(result.driver().consumers().orElseThrow().name()).isEqualTo("qpid");
    assertThat(result.driver().consumers().orElseThrow().transport()).contains("QpidJMS");
  }

  @Test
  void consumersThatGoAwayAndComeBackMissNothing() throws Exception {
    RunResult result =
        Runs.of(20, 10, Distribution.SHARED)
            .qos(1)
            .persistent(0.2)
            .jms(JmsConsumers.of(JmsAcknowledgement.CLIENT))
            .drainLimit(Duration.ofSeconds(60))
            .on(broker(0));
    assertThat(result.messages().sent()).isEqualTo(2_500);
    assertThat(result.messages().received()).isEqualTo(2_500);
    assertThat(result.messages().lost() + result.messages().duplicated()).isZero();
    assertThat(result.verdict().status()).isNotIn(WRONG);
  }

  @Test
  void bothSidesOverTls() throws Exception {
    Scenario scenario =
        Runs.of(20, 4, Distribution.PARTITIONS)
            .qos(1)
            .security(Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM))
            .rate(2_000)
            .jms(JmsConsumers.of(JmsAcknowledgement.AUTO))
            .scenario()
            .withPhases(SHORT);
    for (int number = 0; number < BROKERS.size(); number++) {
      RunResult result = run(scenario, broker(number));
      for (int i = 1; i < ATTEMPTS && result.messages().lost() > 0; i++) {
        result = run(scenario, broker(number));
      }
      allArrived(result, 500);
      assertThat(result.driver().tls().orElseThrow().cipher()).contains("ECDHE_RSA");
    }
  }
}
