package io.brokerbench.testkit.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.scenario.Protocol;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The part of the kit that is about JMS over AMQP 1.0: topics, subscriptions, queues. */
public abstract class BrokerJmsKit extends BrokerTlsKit {

  private static final int FEW = 200;
  private static final int MOST_ROUNDS = 50;

  private Endpoint amqp() {
    return broker()
        .endpoint(Listener.AMQP)
        .orElseThrow(() -> new AssertionError("AMQP is claimed, and there is no listener"));
  }

  private String jms(String topic) {
    return broker().topicMapping().of(topic);
  }

  @Test
  void whatIsSentToATopicReachesEachSubscriberOfIt() {
    assumeClaimed(Capability.AMQP);
    String topic = newTopic();
    try (KitJms client = KitJms.connect(amqp(), clientId(topic, "client"))) {
      MessageConsumer exact = client.consumer(client.topic(jms(topic + "/a")));
      MessageConsumer below = client.consumer(client.topic(jms(topic + "/#")));
      client.sendNumbers(client.topic(jms(topic + "/a")), 0, FEW);
      NumberedMessages.assertOnce(KitJms.take(exact, FEW), FEW);
      NumberedMessages.assertOnce(KitJms.take(below, FEW), FEW);
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("protocols")
  void whatMqttClientsPublishReachesJmsConsumersAsBytes(Protocol protocol) {
    assumeClaimed(Capability.AMQP);
    String topic = newTopic();
    try (KitJms client = KitJms.connect(amqp(), clientId(topic, "client"));
        KitMqtt publisher = client(protocol, topic, "publisher").connected()) {
      MessageConsumer all = client.consumer(client.topic(jms(topic + "/#")));
      MessageConsumer level = client.consumer(client.topic(jms(topic + "/+")));
      publisher.publishNumbers(topic + "/a", 1, 0, FEW);
      NumberedMessages.assertOnce(KitJms.take(all, FEW), FEW);
      NumberedMessages.assertOnce(KitJms.take(level, FEW), FEW);
    }
  }

  @Test
  void aDurableSubscriptionKeepsWhatIsSentMeanwhile() {
    assumeClaimed(Capability.AMQP);
    String topic = newTopic();
    String id = clientId(topic, "durable");
    try (KitJms sender = KitJms.connect(amqp(), clientId(topic, "sender"))) {
      try (KitJms subscriber = KitJms.connect(amqp(), id)) {
        subscriber.durable(subscriber.topic(jms(topic)), "durable");
      }
      sender.sendNumbers(sender.topic(jms(topic)), 0, FEW);
      try (KitJms again = KitJms.connect(amqp(), id)) {
        MessageConsumer consumer = again.durable(again.topic(jms(topic)), "durable");
        NumberedMessages.assertOnce(KitJms.take(consumer, FEW), FEW);
        again.close(consumer);
        again.unsubscribe("durable");
      }
    }
  }

  /** Of a product without MQTT, whose survival the test of sessions cannot show. */
  @Test
  void whatIsInAQueueSurvivesAKill() throws BrokerException, InterruptedException {
    assumeClaimed(Capability.SURVIVES_KILL);
    assumeThat(protocols()).isEmpty();
    try (RestartableBroker restartable =
        startRestartable().orElseThrow(() -> new AssertionError("override startRestartable"))) {
      try (KitJms sender = KitJms.connect(endpoint(restartable.broker()))) {
        sender.sendNumbers(sender.queue("kit-survivor"), 0, FEW);
      }
      restartable.killAndRestart();
      try (KitJms again = KitJms.connect(endpoint(restartable.broker()))) {
        MessageConsumer consumer = again.consumer(again.queue("kit-survivor"));
        NumberedMessages.assertOnce(KitJms.take(consumer, FEW), FEW);
      }
    }
  }

  @Test
  void aQueueKeepsMessagesUntilAConsumerReceivesThem() {
    assumeClaimed(Capability.AMQP);
    String queue = newTopic().replace('/', '-');
    try (KitJms client = KitJms.connect(amqp(), queue)) {
      client.sendNumbers(client.queue(queue), 0, FEW);
      MessageConsumer consumer = client.consumer(client.queue(queue));
      NumberedMessages.assertOnce(KitJms.take(consumer, FEW), FEW);
      assertThat(KitJms.poll(consumer, 50)).isEmpty();
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("protocols")
  void aVirtualTopicIsCopiedToAQueueForEachGroup(Protocol protocol) {
    assumeClaimed(Capability.VIRTUAL_TOPICS);
    String topic = newTopic();
    TopicMapping names = broker().topicMapping();
    String queue = names.groupQueue("group", topic + "/#");
    try (KitMqtt publisher = client(protocol, topic, "publisher").connected();
        KitJms other = KitJms.connect(amqp())) {
      MessageConsumer copy = other.consumer(other.queue(names.groupQueue("other", topic + "/#")));
      try (KitJms member = KitJms.connect(amqp())) {
        member.consumer(member.queue(queue));
      }
      publisher.publishNumbers(names.groupTopic(topic + "/a"), 1, 0, FEW);
      try (KitJms member = KitJms.connect(amqp())) {
        NumberedMessages.assertOnce(KitJms.take(member.consumer(member.queue(queue)), FEW), FEW);
      }
      NumberedMessages.assertOnce(KitJms.take(copy, FEW), FEW);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSharedJmsSubscriptionGivesEachMessageToOneMember(boolean durable) {
    assumeClaimed(Capability.JMS_SHARED);
    String topic = newTopic();
    String group = clientId(topic, "group");
    try (KitJms sender = KitJms.connect(amqp(), clientId(topic, "sender"));
        KitJms first = KitJms.connect(amqp());
        KitJms second = KitJms.connect(amqp())) {
      Topic to = sender.topic(jms(topic));
      MessageConsumer one = first.shared(first.topic(jms(topic)), group, durable);
      MessageConsumer two = second.shared(second.topic(jms(topic)), group, durable);
      List<String> byOne = new ArrayList<>();
      List<String> byTwo = new ArrayList<>();
      int sent = 0;
      for (int i = 0; i < MOST_ROUNDS && (byOne.isEmpty() || byTwo.isEmpty()); i++) {
        sender.sendNumbers(to, sent, sent + FEW);
        sent += FEW;
        takeAll(one, byOne, two, byTwo, sent);
      }
      assertThat(byOne).as("messages of one member").isNotEmpty();
      assertThat(byTwo).as("messages of the other member").isNotEmpty();
      byOne.addAll(byTwo);
      NumberedMessages.assertOnce(byOne, sent);
      first.close(one);
      second.close(two);
      if (durable) {
        second.unsubscribe(group);
      }
    }
  }

  /** Until all have come, or none has come for long. */
  private static void takeAll(
      MessageConsumer one, List<String> byOne, MessageConsumer two, List<String> byTwo, int sent) {
    int idle = 0;
    while (byOne.size() + byTwo.size() < sent && idle < KitMqtt.PATIENCE_SECONDS * 100) {
      List<String> first = KitJms.poll(one, 5);
      List<String> second = KitJms.poll(two, 5);
      byOne.addAll(first);
      byTwo.addAll(second);
      idle = first.isEmpty() && second.isEmpty() ? idle + 1 : 0;
    }
  }
}
