package io.brokerbench.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.load.Rate;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmsConsumersTest {

  private static Scenario scenario(Distribution distribution, Qos qos, JmsConsumers consumers) {
    return new Scenario(
        "jms",
        "",
        ScenarioDefaults.topology(distribution),
        ScenarioDefaults.workload(qos),
        ScenarioDefaults.session(true).withJmsConsumers(consumers),
        ScenarioDefaults.PHASES);
  }

  private static Session ofJms(JmsConsumers consumers) {
    return new Session(
        Protocol.JMS,
        false,
        0,
        1,
        Duration.ZERO,
        Optional.empty(),
        Optional.empty(),
        Optional.of(consumers),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "0, PRE_SETTLED, true, false",
    "0, AUTO, true, true",
    "1, PRE_SETTLED, true, true",
    "1, CLIENT, false, true",
    "2, PRE_SETTLED, true, false",
    "2, TRANSACTED, false, true"
  })
  void theChainMayDoWhatOneOfItsPartsMay(
      int qos, JmsAcknowledgement acknowledgement, boolean lose, boolean duplicate) {
    DeliveryContract contract =
        DeliveryContract.of(
            scenario(Distribution.SINGLE, Qos.of(qos), JmsConsumers.of(acknowledgement)));

    assertThat(contract.mayLose()).isEqualTo(lose);
    assertThat(contract.mayDuplicate()).isEqualTo(duplicate);
    assertThat(contract.title())
        .isEqualTo("QoS " + qos + " with " + acknowledgement + " acknowledgement");
  }

  @Test
  void whatABrokerNeedsIsOfBothSides() {
    JmsConsumers auto = JmsConsumers.of(JmsAcknowledgement.AUTO);
    assertThat(RequiredCapabilities.of(scenario(Distribution.SHARED, Qos.EXACTLY_ONCE, auto)))
        .containsExactly(
            Capability.MQTT_3_1_1, Capability.QOS_2, Capability.AMQP, Capability.JMS_SHARED);
    Scenario queue =
        scenario(Distribution.SHARED, Qos.AT_LEAST_ONCE, auto).withSession(ofJms(auto.ofQueue()));
    assertThat(RequiredCapabilities.of(queue)).containsExactly(Capability.AMQP);
  }

  @Test
  void limitsAreNamedWithTheValue() {
    JmsConsumers client = JmsConsumers.of(JmsAcknowledgement.CLIENT);
    assertThatThrownBy(() -> client.withPrefetch(50).withBatch(51))
        .hasMessage("batch 51: between 1 and 50");
    assertThatThrownBy(() -> client.withPrefetch(0)).hasMessageStartingWith("prefetch 0: between");
    assertThatThrownBy(() -> JmsConsumers.of(JmsAcknowledgement.AUTO).withBatch(2))
        .hasMessage("batch 2: 1 with AUTO, which does not collect messages");
    assertThatThrownBy(() -> client.withConsumersPerConnection(1_001))
        .hasMessage("consumersPerConnection 1001: between 1 and 1000");
    assertThatThrownBy(() -> client.withSelector(" ")).hasMessageStartingWith("selector");
  }

  @Test
  void whatMqttOrAQueueCannotDoIsRefused() {
    JmsConsumers queue = JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue();
    assertThatThrownBy(() -> scenario(Distribution.SHARED, Qos.AT_LEAST_ONCE, queue))
        .hasMessageStartingWith("destination QUEUE: TOPIC where publishers speak MQTT");
    Scenario all =
        scenario(Distribution.ALL, Qos.AT_LEAST_ONCE, JmsConsumers.of(JmsAcknowledgement.AUTO));
    assertThatThrownBy(() -> all.withSession(ofJms(queue)))
        .hasMessageStartingWith("distribution ALL: SINGLE or SHARED");
    Scenario twice =
        scenario(Distribution.SINGLE, Qos.EXACTLY_ONCE, JmsConsumers.of(JmsAcknowledgement.AUTO));
    assertThatThrownBy(() -> twice.withSession(ofJms(queue))).hasMessageStartingWith("qos 2: 0");
    assertThatThrownBy(() -> new Session(Protocol.JMS, false, 0, 1, Duration.ZERO))
        .hasMessageStartingWith("jmsConsumers");
  }

  /** What the message says is enough. */
  @Test
  void theLeastThatJmsRequiresIsNamed() {
    String least = "jmsConsumers: {consumersPerConnection: 1}";
    String yaml = "name: x\nsession: {protocol: jms}\n";
    assertThatThrownBy(() -> ScenarioCodec.read(yaml, ScenarioFormat.YAML, "x.yaml"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "x.yaml:2:1: jmsConsumers is missing: required where publishers speak JMS, at least "
                + least);
    assertThat(
            ScenarioCodec.read(yaml.replace("}", ", " + least + "}"), ScenarioFormat.YAML, "x.yaml")
                .session()
                .jmsConsumers())
        .isPresent();
  }

  @Test
  void aBrowserIsOfAQueue() {
    JmsConsumers auto = JmsConsumers.of(JmsAcknowledgement.AUTO);
    JmsConsumers browsed = auto.ofQueue().withBrowseRate(Optional.of(Rate.perSecond(5)));
    Scenario queue =
        scenario(Distribution.SINGLE, Qos.AT_LEAST_ONCE, auto).withSession(ofJms(browsed));
    String yaml = ScenarioCodec.write(queue, ScenarioFormat.YAML);
    assertThat(ScenarioCodec.read(yaml, ScenarioFormat.YAML, "it")).isEqualTo(queue);
    assertThatThrownBy(() -> auto.withBrowseRate(Optional.of(Rate.perSecond(5))))
        .hasMessageStartingWith("browseRate 5")
        .hasMessageEndingWith("only with the destination QUEUE");
    assertThatThrownBy(() -> auto.ofQueue().withBrowseRate(Optional.of(Rate.perSecond(101))))
        .hasMessageStartingWith("browseRate 101")
        .hasMessageContaining("at most 100");
  }

  @Test
  void consumersOfAQueueMaySelectTheirPartitions() {
    JmsConsumers choosy =
        JmsConsumers.of(JmsAcknowledgement.AUTO).withPartitionSelectors(Optional.of(true));
    Scenario parts =
        scenario(
            Distribution.PARTITIONS, Qos.AT_LEAST_ONCE, JmsConsumers.of(JmsAcknowledgement.AUTO));
    Scenario queue = parts.withSession(ofJms(choosy.ofQueue()));
    String yaml = ScenarioCodec.write(queue, ScenarioFormat.YAML);
    assertThat(ScenarioCodec.read(yaml, ScenarioFormat.YAML, "it")).isEqualTo(queue);
    assertThat(choosy.withPartitionSelectors(Optional.of(false)))
        .isEqualTo(JmsConsumers.of(JmsAcknowledgement.AUTO));

    assertThatThrownBy(() -> choosy.withSelector("colour = 'red'"))
        .hasMessage("selector colour = 'red': none with partitionSelectors, which are selectors");
    assertThatThrownBy(() -> scenario(Distribution.PARTITIONS, Qos.AT_LEAST_ONCE, choosy))
        .hasMessageStartingWith("partitionSelectors true: only where publishers speak JMS and");
    Scenario shared =
        scenario(Distribution.SHARED, Qos.AT_LEAST_ONCE, JmsConsumers.of(JmsAcknowledgement.AUTO));
    assertThatThrownBy(() -> shared.withSession(ofJms(choosy)))
        .hasMessageStartingWith("partitionSelectors true: only where");
  }

  @Test
  void whatAFileLeavesOutHasItsDefault() {
    Scenario read =
        ScenarioCodec.read(
            "name: x\nsession:\n  jmsConsumers:\n    acknowledgement: TRANSACTED\n",
            ScenarioFormat.YAML,
            "it");
    assertThat(read.session().jmsConsumers())
        .contains(JmsConsumers.of(JmsAcknowledgement.TRANSACTED));
    Scenario least =
        ScenarioCodec.read(
            "name: x\nsession:\n  jmsConsumers:\n    prefetch: 7\n", ScenarioFormat.YAML, "it");
    assertThat(least.session().jmsConsumers())
        .contains(JmsConsumers.of(JmsAcknowledgement.CLIENT).withPrefetch(7));
  }
}
