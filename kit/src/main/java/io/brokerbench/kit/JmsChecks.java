package io.brokerbench.kit;

import static io.brokerbench.kit.BrokenClaimException.require;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.scenario.Protocol;
import jakarta.jms.Destination;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks of JMS over one protocol: topics, subscriptions, queues. Of what is not AMQP 1.0 those
 * that a client shows that was given for it.
 *
 * @param kit what they are made on
 * @param protocol what the clients speak
 */
record JmsChecks(KitBroker kit, JmsProtocol protocol) {

  private static final ClaimCheck.Proof UNASKED =
      () -> {
        throw new BrokenClaimException(
            "nothing else shows it: name its client with --driver jms:FILE.yaml");
      };

  private static final int FEW = 200;
  private static final int MOST_ROUNDS = 50;
  private static final long DELAY_MILLIS = 1_500;

  /** A queue that gives nothing for so long is empty. */
  private static final long NOTHING_MILLIS = 100;

  /** Clocks of JMS count whole milliseconds, on both sides. */
  private static final long CLOCK_MILLIS = 10;

  /** Of all that is claimed. */
  List<ClaimCheck> all() {
    if (protocol == JmsProtocol.AMQP) {
      List<ClaimCheck> checks = new ArrayList<>(ofMessages());
      checks.addAll(ofAmqp());
      return checks;
    }
    if (kit.library(protocol).isPresent()) {
      return ofMessages();
    }
    return protocol == JmsProtocol.JMS
        ? List.of(new ClaimCheck(Capability.JMS, "a client of its own library can use it", UNASKED))
        : List.of();
  }

  private List<ClaimCheck> ofMessages() {
    Capability claim = protocol.capability();
    List<ClaimCheck> checks = new ArrayList<>();
    checks.add(
        new ClaimCheck(
            claim, "what is sent to a topic reaches each subscriber of it", this::eachSubscriber));
    checks.add(
        new ClaimCheck(
            claim, "a durable subscription keeps what is sent meanwhile", this::durable));
    checks.add(
        new ClaimCheck(
            claim, "a queue keeps messages until a consumer receives them", this::queueKeeps));
    checks.add(
        new ClaimCheck(
            claim,
            "a consumer with a selector gets what matches it, and nothing else",
            this::selector));
    checks.add(
        new ClaimCheck(
            claim, "a browser sees what waits in a queue, and consumes nothing", this::browser));
    if (kit.protocols().isEmpty() && isFirst()) {
      checks.add(
          new ClaimCheck(
              Capability.SURVIVES_KILL, "what is in a queue survives a kill", this::surviveKill));
    }
    return checks;
  }

  /** Whether no other protocol of JMS that it claims, and that can be asked, comes before. */
  private boolean isFirst() {
    return Stream.of(JmsProtocol.values())
        .filter(each -> kit.claims(each.capability()))
        .filter(each -> each == JmsProtocol.AMQP || kit.library(each).isPresent())
        .findFirst()
        .filter(each -> each == protocol)
        .isPresent();
  }

  private List<ClaimCheck> ofAmqp() {
    List<ClaimCheck> checks = new ArrayList<>();
    for (Protocol mqtt : kit.protocols()) {
      String of = " (" + mqtt.title() + ")";
      checks.add(
          new ClaimCheck(
              Capability.AMQP,
              "what MQTT clients publish reaches JMS consumers as bytes" + of,
              () -> fromMqtt(mqtt)));
      checks.add(
          new ClaimCheck(
              Capability.VIRTUAL_TOPICS,
              "a virtual topic is copied to a queue for each group" + of,
              () -> virtualTopic(mqtt)));
    }
    for (boolean topic : new boolean[] {false, true}) {
      checks.add(
          new ClaimCheck(
              Capability.DELIVERY_DELAY,
              "a message with a delivery delay comes once that has passed, from a "
                  + (topic ? "topic" : "queue"),
              () -> delayed(topic)));
    }
    checks.add(
        new ClaimCheck(
            Capability.JMS_SHARED,
            "a shared JMS subscription gives each message to one member",
            () -> shared(false)));
    checks.add(
        new ClaimCheck(
            Capability.JMS_SHARED,
            "a shared durable JMS subscription gives each message to one member",
            () -> shared(true)));
    return checks;
  }

  /**
   * A client of the shared broker.
   *
   * @param clientId null for none
   */
  private KitJms client(String clientId) {
    return kit.jms(protocol, kit.broker(), clientId);
  }

  private String jms(String topic) {
    return protocol.topics(kit.broker().topicMapping()).of(topic);
  }

  private void eachSubscriber() {
    String topic = kit.newTopic();
    try (KitJms client = client(KitBroker.clientId(topic, "client"))) {
      MessageConsumer exact = client.consumer(client.topic(jms(topic + "/a")));
      MessageConsumer below = client.consumer(client.topic(jms(topic + "/#")));
      client.sendNumbers(client.topic(jms(topic + "/a")), 0, FEW);
      NumberedMessages.requireOnce(KitJms.take(exact, FEW), FEW);
      NumberedMessages.requireOnce(KitJms.take(below, FEW), FEW);
    }
  }

  private void fromMqtt(Protocol mqtt) {
    String topic = kit.newTopic();
    try (KitJms client = client(KitBroker.clientId(topic, "client"));
        KitMqtt publisher = kit.client(mqtt, topic, "publisher").connected()) {
      MessageConsumer all = client.consumer(client.topic(jms(topic + "/#")));
      MessageConsumer level = client.consumer(client.topic(jms(topic + "/+")));
      publisher.publishNumbers(topic + "/a", 1, 0, FEW);
      NumberedMessages.requireOnce(KitJms.take(all, FEW), FEW);
      NumberedMessages.requireOnce(KitJms.take(level, FEW), FEW);
    }
  }

  private void durable() {
    String topic = kit.newTopic();
    String id = KitBroker.clientId(topic, "durable");
    CleanUp subscription = () -> unsubscribe(id, "durable");
    try (subscription;
        KitJms sender = client(KitBroker.clientId(topic, "sender"))) {
      try (KitJms subscriber = client(id)) {
        subscriber.durable(subscriber.topic(jms(topic)), "durable");
      }
      sender.sendNumbers(sender.topic(jms(topic)), 0, FEW);
      try (KitJms again = client(id)) {
        MessageConsumer consumer = again.durable(again.topic(jms(topic)), "durable");
        NumberedMessages.requireOnce(KitJms.take(consumer, FEW), FEW);
      }
    }
  }

  /**
   * Ends a durable subscription.
   *
   * @param clientId that it belongs to; null for none
   */
  private void unsubscribe(String clientId, String name) {
    try (KitJms client = client(clientId)) {
      client.unsubscribe(name);
    }
  }

  /** Takes what a check that failed has left in a queue. */
  private void empty(String queue) {
    try (KitJms client = client(null)) {
      MessageConsumer consumer = client.consumer(client.queue(queue));
      List<String> taken;
      do {
        taken = KitJms.poll(consumer, NOTHING_MILLIS);
      } while (!taken.isEmpty());
    }
  }

  /** Of a product without MQTT, whose survival the check of sessions cannot show. */
  private void surviveKill() throws BrokerException, InterruptedException {
    try (Broker killed = kit.another(protocol)) {
      try (KitJms sender = kit.jms(protocol, killed, null)) {
        sender.sendNumbers(sender.queue("kit_survivor"), 0, FEW);
      }
      MessageChecks.killAndRestart(killed);
      try (KitJms again = kit.jms(protocol, killed, null)) {
        MessageConsumer consumer = again.consumer(again.queue("kit_survivor"));
        NumberedMessages.requireOnce(KitJms.take(consumer, FEW), FEW);
      }
    }
  }

  private void queueKeeps() {
    String queue = kit.newTopic().replace('/', '_');
    CleanUp messages = () -> empty(queue);
    try (messages;
        KitJms client = client(queue)) {
      client.sendNumbers(client.queue(queue), 0, FEW);
      MessageConsumer consumer = client.consumer(client.queue(queue));
      NumberedMessages.requireOnce(KitJms.take(consumer, FEW), FEW);
      require(KitJms.poll(consumer, 50).isEmpty(), "more than %s messages came", FEW);
    }
  }

  /** All are in the queue before the consumers come, and every other one is for each of them. */
  private void selector() {
    String name = kit.newTopic().replace('/', '_');
    CleanUp messages = () -> empty(name);
    try (messages;
        KitJms client = client(name)) {
      Destination queue = client.queue(name);
      client.sendNumbers(queue, 0, FEW);
      MessageConsumer odd = client.consumer(queue, KitJms.PARITY + " = 1");
      List<String> odds = KitJms.take(odd, FEW / 2);
      require(KitJms.poll(odd, 50).isEmpty(), "more than %s messages matched", FEW / 2);
      require(odds.stream().allMatch(n -> Integer.parseInt(n) % 2 == 1), "%s came for odd", odds);
      client.close(odd);
      List<String> rest = KitJms.take(client.consumer(queue, KitJms.PARITY + " = 0"), FEW / 2);
      rest.addAll(odds);
      NumberedMessages.requireOnce(rest, FEW);
    }
  }

  private void browser() {
    String name = kit.newTopic().replace('/', '_');
    CleanUp messages = () -> empty(name);
    try (messages;
        KitJms client = client(name)) {
      Destination queue = client.queue(name);
      client.sendNumbers(queue, 0, FEW);
      NumberedMessages.requireOnce(client.browse(name), FEW);
      NumberedMessages.requireOnce(KitJms.take(client.consumer(queue), FEW), FEW);
    }
  }

  private void delayed(boolean topic) {
    String name = kit.newTopic();
    String queue = name.replace('/', '_');
    CleanUp message = topic ? () -> {} : () -> empty(queue);
    try (message;
        KitJms client = client(KitBroker.clientId(name, "delayed"))) {
      Destination to = topic ? client.topic(jms(name)) : client.queue(queue);
      MessageConsumer consumer = client.consumer(to);
      long start = NanoClock.SYSTEM.nanoTime();
      client.sendNumbers(to, 0, 1, DELAY_MILLIS);
      KitJms.take(consumer, 1);
      long millis = (NanoClock.SYSTEM.nanoTime() - start) / 1_000_000;
      require(
          millis >= DELAY_MILLIS - CLOCK_MILLIS,
          "a message came after %s ms, and its delay is %s ms",
          millis,
          DELAY_MILLIS);
    }
  }

  private void virtualTopic(Protocol mqtt) {
    String topic = kit.newTopic();
    TopicMapping names = kit.broker().topicMapping();
    require(names.groupQueues().isPresent(), "nothing is known of queues for groups");
    String queue = names.groupQueue("group", topic + "/#");
    String otherQueue = names.groupQueue("other", topic + "/#");
    CleanUp messages = () -> empty(queue);
    CleanUp otherMessages = () -> empty(otherQueue);
    try (messages;
        otherMessages;
        KitMqtt publisher = kit.client(mqtt, topic, "publisher").connected();
        KitJms other = client(null)) {
      MessageConsumer copy = other.consumer(other.queue(otherQueue));
      try (KitJms member = client(null)) {
        member.consumer(member.queue(queue));
      }
      publisher.publishNumbers(names.groupTopic(topic + "/a"), 1, 0, FEW);
      try (KitJms member = client(null)) {
        NumberedMessages.requireOnce(KitJms.take(member.consumer(member.queue(queue)), FEW), FEW);
      }
      NumberedMessages.requireOnce(KitJms.take(copy, FEW), FEW);
    }
  }

  private void shared(boolean durable) {
    String topic = kit.newTopic();
    String group = KitBroker.clientId(topic, "group");
    CleanUp subscription = durable ? () -> unsubscribe(null, group) : () -> {};
    try (subscription;
        KitJms sender = client(KitBroker.clientId(topic, "sender"));
        KitJms first = client(null);
        KitJms second = client(null)) {
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
      require(!byOne.isEmpty() && !byTwo.isEmpty(), "one member got all %s messages", sent);
      byOne.addAll(byTwo);
      NumberedMessages.requireOnce(byOne, sent);
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
