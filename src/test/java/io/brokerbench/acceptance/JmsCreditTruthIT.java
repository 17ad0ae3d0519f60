package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.acceptance.JmsClients.Consumer;
import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.TopicNames;
import io.brokerbench.core.scenario.Topology;
import io.brokerbench.jms.JmsCatalog;
import io.brokerbench.jms.QpidDriverProvider;
import io.brokerbench.testkit.RetryOnNoise;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A broker that gives one producer no credit is the limit, and the generator is not. */
@Tag("release")
class JmsCreditTruthIT {

  private static final int PRODUCERS = 4;

  /** More than the address may hold. */
  private static final int FILL = 400;

  private static final String BLOCKING =
      "embedded:artemis?jvm=-Dbrokerconfig.addressSettings.#.addressFullMessagePolicy=BLOCK"
          + "%20-Dbrokerconfig.addressSettings.#.maxSizeBytes=20000";

  @Test
  void producersOfALaneStayOnScheduleBesideOneWhoseAddressIsFull() throws Exception {
    RunResult result = RetryOnNoise.onQuietMachine(JmsCreditTruthIT::besideAFullAddress);
    long scheduled = result.messages().scheduled();
    String reasons = result.verdict().reasons().toString();
    assertThat(result.messages().sent()).as(reasons).isEqualTo(scheduled / PRODUCERS * 3);
    assertThat(result.messages().acknowledged()).isEqualTo(result.messages().sent());
    assertThat(result.generator().healthy()).as(reasons).isTrue();
    assertThat(result.generator().backPressured()).isEqualTo(scheduled / PRODUCERS);
    assertThat(result.verdict().status()).as(reasons).isEqualTo(Status.BROKER_LIMITED);
  }

  private static RunResult besideAFullAddress() throws Exception {
    Scenario scenario =
        new JmsCatalog()
            .find("TOPIC.PERSISTENT")
            .orElseThrow()
            .withTopology(
                new Topology(PRODUCERS, 1, Distribution.ALL)
                    .withTopics(new TopicNames("credit/{publisher}", List.of("credit/#"))));
    scenario =
        scenario
            .withWorkload(scenario.workload().withLoad(new ConstantLoad(Rate.perSecond(400))))
            .withPhases(
                new Phases(
                    Duration.ofMillis(500),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(60)));
    try (Broker broker =
        new EmbeddedProvider.Artemis()
            .start(BrokerRequest.of(BLOCKING.replace("#", "%23")).withNeedsOf(scenario))) {
      fill(broker, "credit/0");
      return new LoadRig(
              scenario,
              broker,
              new QpidDriverProvider(),
              RigSettings.defaults().withLanes(1),
              RunListener.NONE)
          .run();
    }
  }

  /** A durable subscription whose consumer is away holds what is sent to the topic. */
  private static void fill(Broker broker, String topic) {
    try (JmsClients clients = new JmsClients(broker, JmsConsumers.of(JmsAcknowledgement.AUTO))) {
      Consumer away = clients.durable("away", topic);
      away.disconnect();
      clients.send(clients.mapped(topic), 0, FILL);
    }
  }
}
