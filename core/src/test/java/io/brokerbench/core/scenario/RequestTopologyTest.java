package io.brokerbench.core.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.core.definition.ScenarioDefaults;
import io.brokerbench.core.engine.RunRequirements;
import io.brokerbench.core.engine.assignment.Slices;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTopologyTest {

  private static final Topology REQUESTS = Topology.ofRequests(10, 3);
  private static final Session MQTT_5 =
      ScenarioDefaults.session(false).withProtocol(Protocol.MQTT_5);

  private static Scenario scenario(Workload workload, Session session) {
    return new Scenario("r", "", REQUESTS, workload, session, ScenarioDefaults.PHASES);
  }

  @Test
  void eachRequesterHasATopicOfItsOwnForReplies() {
    assertThat(REQUESTS.consumers()).isEqualTo(10);
    assertThat(REQUESTS.clients()).isEqualTo(23);
    assertThat(REQUESTS.topicOf(4, "x")).isEqualTo("p/x/4/t/4");
    assertThat(REQUESTS.replyTopicOf(4, "x")).isEqualTo("r/x/4/t/4");
    assertThat(REQUESTS.filtersOf(4, "x")).containsExactly("r/x/4/#");
    assertThat(REQUESTS.filtersOf(10, "x")).as("of the first responder").containsExactly("p/x/#");
    assertThat(REQUESTS.isResponder(9)).isFalse();
    assertThat(REQUESTS.isResponder(12)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void allRespondersAreInOneSlice(int workers) {
    List<Integer> responders =
        Slices.cut(REQUESTS, workers).stream()
            .map(
                slice ->
                    (int)
                        IntStream.of(slice.consumerIds().toArray())
                            .filter(REQUESTS::isResponder)
                            .count())
            .toList();
    assertThat(responders).hasSize(workers).startsWith(3);
    assertThat(responders.stream().mapToInt(Integer::intValue).sum()).isEqualTo(3);
  }

  @Test
  void theyRequireSharedSubscriptionsAndMqtt5() {
    assertThat(
            RequiredCapabilities.of(scenario(ScenarioDefaults.workload(Qos.AT_LEAST_ONCE), MQTT_5)))
        .contains(Capability.MQTT_5, Capability.SHARED_SUBSCRIPTIONS);
    assertThatThrownBy(
            () ->
                scenario(
                    ScenarioDefaults.workload(Qos.AT_LEAST_ONCE), ScenarioDefaults.session(false)))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "responders 3: only where all clients speak MQTT 5 or JMS, which say where a reply is"
                + " to go");
  }

  private static Scenario ofJms(JmsConsumers consumers) {
    Session session =
        MQTT_5.with().protocol(Protocol.JMS).jmsConsumers(Optional.of(consumers)).build();
    return scenario(ScenarioDefaults.workload(Qos.AT_LEAST_ONCE), session);
  }

  @Test
  void withJmsTheyShareAQueueAndNeedNoSharedSubscriptions() {
    JmsConsumers queue = JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue();
    Scenario scenario = ofJms(queue);
    assertThat(RequiredCapabilities.of(scenario)).containsExactly(Capability.AMQP);
    RunRequirements required = new RunRequirements(scenario);
    required.requireOneProcess(1, false);
    assertThatThrownBy(() -> required.requireOneProcess(2, false))
        .hasMessage(
            "workers 2: 1 where replies go to temporary queues, whose names only one process"
                + " knows; not with session.jmsConsumers.replyQueue NAMED");
    assertThatThrownBy(() -> required.requireOneProcess(1, true))
        .hasMessage(
            "agents some: none where replies go to temporary queues, whose names only one process"
                + " knows; not with session.jmsConsumers.replyQueue NAMED");
    RunRequirements named =
        new RunRequirements(
            ofJms(queue.withReplyQueue(Optional.of(JmsConsumers.ReplyQueue.NAMED))));
    named.requireOneProcess(2, false);
    named.requireOneProcess(1, true);
  }

  @Test
  void whatJmsRespondersCannotDoIsRefused() {
    JmsConsumers topic = JmsConsumers.of(JmsAcknowledgement.AUTO);
    assertThatThrownBy(() -> ofJms(topic))
        .hasMessage("destination TOPIC: QUEUE with responders, which share the requests");
    assertThatThrownBy(() -> ofJms(topic.ofQueue().withSelector("a = 1")))
        .hasMessage("selector a = 1: none with responders, which take all requests");
    assertThatThrownBy(() -> ofJms(JmsConsumers.of(JmsAcknowledgement.TRANSACTED).ofQueue()))
        .hasMessage(
            "batch 100: 1 with responders and TRANSACTED, as each reply waits for its commit");
    JmsConsumers named = topic.withReplyQueue(Optional.of(JmsConsumers.ReplyQueue.NAMED));
    assertThatThrownBy(
            () ->
                new Scenario(
                    "s",
                    "",
                    new Topology(1, 1, Distribution.SINGLE),
                    ScenarioDefaults.workload(Qos.AT_LEAST_ONCE),
                    ScenarioDefaults.session(false).withJmsConsumers(named),
                    ScenarioDefaults.PHASES))
        .hasMessage("replyQueue NAMED: only with responders");
  }

  @Test
  void whereConnectionsMayBreakRepliesOfJmsGoToQueuesThatOutliveThem() {
    JmsConsumers queue = JmsConsumers.of(JmsAcknowledgement.AUTO).ofQueue();
    Session back = ofJms(queue).session().withReconnect(Optional.of(true));
    assertThatThrownBy(() -> ofJms(queue).withSession(back))
        .hasMessage(
            "replyQueue TEMPORARY: NAMED with faults, pairs and reconnects, as a temporary queue"
                + " ends with its connection");
    assertThatThrownBy(() -> ofJms(queue).withConditions(Conditions.HIGH_AVAILABILITY))
        .hasMessageContaining("replyQueue TEMPORARY");
    JmsConsumers named = queue.withReplyQueue(Optional.of(JmsConsumers.ReplyQueue.NAMED));
    assertThat(RequiredCapabilities.of(ofJms(queue).withSession(back.withJmsConsumers(named))))
        .doesNotContain(Capability.PERSISTENT_SESSIONS);
  }

  @Test
  void whereConnectionsMayBreakRequestersAndRespondersHaveSessionsThatOutliveThem() {
    Session back = MQTT_5.withReconnect(Optional.of(true));
    Scenario acknowledged = scenario(ScenarioDefaults.workload(Qos.AT_LEAST_ONCE), back);
    assertThat(RequiredCapabilities.of(acknowledged)).contains(Capability.PERSISTENT_SESSIONS);
    Scenario unacknowledged = scenario(ScenarioDefaults.workload(Qos.AT_MOST_ONCE), back);
    assertThat(RequiredCapabilities.of(unacknowledged))
        .doesNotContain(Capability.PERSISTENT_SESSIONS);
  }

  @Test
  void whatWouldLoseRepliesIsRefused() {
    Workload workload = ScenarioDefaults.workload(Qos.AT_LEAST_ONCE);
    assertThatThrownBy(() -> scenario(workload, MQTT_5.withPersistent(true)))
        .hasMessageContaining("responders 3: not with persistent sessions");
    assertThatThrownBy(() -> scenario(workload.withRetain(true), MQTT_5))
        .hasMessageContaining("responders 3: not with RETAIN");
    assertThatThrownBy(
            () -> new Topology(10, 4, Distribution.SHARED, Optional.empty(), Optional.of(3)))
        .hasMessage("responders 3: only with PARTITIONS, as each reply is owed to one consumer");
    assertThatThrownBy(() -> Topology.ofRequests(10, 0))
        .hasMessage("responders 0: between 1 and 4000000");
  }
}
