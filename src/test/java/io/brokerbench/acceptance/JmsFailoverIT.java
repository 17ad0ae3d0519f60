package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.DriverSelection;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.Failover;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Conditions;
import io.brokerbench.core.scenario.Fault;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.jms.AnyJmsDriverProvider;
import io.brokerbench.mqtt.failover.FailoverCatalog;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * JMS clients on an Artemis pair whose active node is killed: all of them come back, and nothing
 * that was acknowledged is lost.
 */
@Tag("release")
class JmsFailoverIT {

  private static final int CLIENTS = 14;
  private static final int SENT = 1_300;

  private static final Phases PHASES =
      new Phases(
          Duration.ofMillis(500),
          Duration.ofSeconds(6),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60));

  private static final Conditions KILL =
      Conditions.HIGH_AVAILABILITY.withFault(
          new Fault(FaultKind.KILL, Duration.ofMillis(1_500), Optional.empty()));

  @ParameterizedTest
  @ValueSource(strings = {"FAILOVER.Q1.JMS", "FAILOVER.QUEUE", "FAILOVER.QUEUE.TRANSACTED"})
  void allClientsComeBackAndNothingIsLost(String name) throws Exception {
    RunResult result = run(small(name), new SwarmDriverProvider(), new EmbeddedProvider.Artemis());
    Messages messages = result.messages();
    String reasons = result.verdict().reasons().toString();
    assertThat(result.verdict().status())
        .as(reasons)
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(messages.sent()).as(reasons).isEqualTo(SENT);
    assertThat(messages.acknowledged()).as(reasons).isEqualTo(SENT);
    assertThat(messages.received()).as(reasons).isEqualTo(SENT);

    Failover failover = result.failover().orElseThrow();
    assertThat(result.messages().lost()).isZero();
    assertThat(failover.clients()).isEqualTo(CLIENTS);
    assertThat(failover.course().allBackNanos()).isPresent();
    assertThat(failover.course().outageNanos().getAsLong())
        .isBetween(100_000_000L, 20_000_000_000L);
    Failover.Unresolved unresolved = failover.doubts().orElseThrow();
    if (!name.endsWith("TRANSACTED")) {
      assertThat(unresolved.transactionsUndone() + unresolved.transactionsInDoubt()).isZero();
    }
    if (name.equals("FAILOVER.Q1.JMS")) {
      assertThat(messages.duplicated())
          .as("what was delivered and not acknowledged comes again, and little else")
          .isGreaterThanOrEqualTo(unresolved.unacknowledgedDeliveries());
    }
  }

  /**
   * The library sets up one consumer after the other on the next node, which sends to the first
   * while the others wait.
   */
  @ParameterizedTest
  @EnumSource(
      value = JmsAcknowledgement.class,
      names = {"CLIENT", "TRANSACTED"})
  void severalConsumersOfOneConnectionComeBack(JmsAcknowledgement acknowledgement)
      throws Exception {
    Scenario small = small("FAILOVER.QUEUE.TRANSACTED");
    JmsConsumers shared =
        small
            .session()
            .jmsConsumers()
            .orElseThrow()
            .withAcknowledgement(acknowledgement)
            .withConsumersPerConnection(4);
    RunResult result =
        run(
            small.withSession(small.session().withJmsConsumers(Optional.of(shared))),
            new SwarmDriverProvider(),
            new EmbeddedProvider.Artemis());
    String reasons = result.verdict().reasons().toString();
    assertThat(result.verdict().status())
        .as(reasons)
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(result.messages().received()).as(reasons).isEqualTo(SENT);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.failover().orElseThrow().course().allBackNanos()).isPresent();
  }

  /** The driver brings them back, as the library does not. */
  @ParameterizedTest
  @CsvSource({
    "jms:artemis-core, FAILOVER.QUEUE, artemis",
    "jms:artemis-core, FAILOVER.Q1.JMS, artemis",
    "jms:openwire, FAILOVER.QUEUE, activemq"
  })
  void clientsOfOtherLibrariesComeBackAndNothingIsLost(String driver, String name, String product)
      throws Exception {
    RunResult result =
        run(
            small(name),
            new AnyJmsDriverProvider().of(driver),
            product.equals("artemis")
                ? new EmbeddedProvider.Artemis()
                : new EmbeddedProvider.ActiveMq());
    String reasons = result.verdict().reasons().toString();
    assertThat(result.verdict().status())
        .as(reasons)
        .isNotIn(Status.CONTRACT_BROKEN, Status.FAILED);
    assertThat(result.messages().sent()).as(reasons).isEqualTo(SENT);
    assertThat(result.messages().acknowledged()).as(reasons).isEqualTo(SENT);
    assertThat(result.messages().received()).as(reasons).isEqualTo(SENT);
    assertThat(result.messages().lost()).isZero();
    assertThat(result.failover().orElseThrow().course().allBackNanos()).isPresent();
  }

  private static Scenario small(String name) {
    Scenario named = new FailoverCatalog().find(name).orElseThrow();
    return named
        .withTopology(new Topology(10, 4, named.topology().distribution()))
        .withWorkload(named.workload().withLoad(new ConstantLoad(Rate.perSecond(200))))
        .withConditions(KILL)
        .withPhases(PHASES);
  }

  private static RunResult run(
      Scenario scenario, ClientDriverProvider driver, BrokerProvider provider) throws Exception {
    BrokerRequest request =
        BrokerRequest.of(provider.name())
            .withNeedsOf(scenario, DriverSelection.of(scenario, driver).jmsProtocol());
    try (Broker broker = provider.start(request)) {
      return new LoadRig(
              scenario, broker, driver, RigSettings.defaults().withLanes(1), RunListener.NONE)
          .run();
    }
  }
}
