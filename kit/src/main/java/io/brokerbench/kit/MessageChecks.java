package io.brokerbench.kit;

import static io.brokerbench.kit.BrokenClaimException.require;
import static io.brokerbench.kit.BrokenClaimException.requireEqual;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.kit.KitMqtt.Arrival;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Checks of what MQTT promises of messages.
 *
 * @param kit what they are made on
 */
record MessageChecks(KitBroker kit) {

  /** Some brokers give bursts to one member: the other one has to have its share in the end. */
  private static final int MOST_SHARED = 20_000;

  private static final int ROUND_OF_SHARED = 1_000;
  private static final int FEW = 500;

  /** So few that their topics sort as their numbers do. */
  private static final int RETAINED = 10;

  /** How long to wait for more of what a subscription brings; doubled until it is all there. */
  private static final long LEAST_QUIET_MILLIS = 500;

  private static final long MOST_QUIET_MILLIS = 16_000;

  private static final int KILLED = 1_000;

  /** Client that sends QoS 2 messages again. */
  private static final String STUTTER = "stutter";

  /** Of all that is claimed. */
  List<ClaimCheck> all() {
    List<ClaimCheck> checks = new ArrayList<>();
    for (Protocol protocol : kit.protocols()) {
      Capability spoken = KitBroker.claimOf(protocol);
      String over = " (" + protocol.title() + ")";
      for (int level = 0; level <= (kit.claims(Capability.QOS_2) ? 2 : 1); level++) {
        int qos = level;
        checks.add(
            new ClaimCheck(
                qos == 2 ? Capability.QOS_2 : spoken,
                "messages of QoS " + qos + " arrive once and in order" + over,
                () -> onceAndInOrder(protocol, qos)));
      }
      checks.add(
          new ClaimCheck(
              Capability.WEBSOCKET,
              "messages go over a WebSocket" + over,
              () -> webSocket(protocol)));
      checks.add(
          new ClaimCheck(
              Capability.RETAINED_MESSAGES,
              "the retained message is kept until it is removed" + over,
              () -> retained(protocol)));
      checks.add(
          new ClaimCheck(
              Capability.RETAINED_BY_WILDCARD,
              "retained messages of all topics below a filter come to a later subscriber" + over,
              () -> retainedByWildcard(protocol)));
      checks.add(
          new ClaimCheck(
              Capability.SHARED_SUBSCRIPTIONS,
              "a shared subscription gives each message to one member" + over,
              () -> shared(protocol)));
      checks.add(
          new ClaimCheck(
              Capability.PERSISTENT_SESSIONS,
              "a persistent session keeps " + kit.burst() + " messages" + over,
              () -> kept(protocol)));
    }
    if (kit.claims(Capability.MQTT_3_1_1)) {
      checks.add(
          new ClaimCheck(
              Capability.QOS_2_REPEATED,
              "a QoS 2 message that is sent again arrives once",
              this::repeatedOnce));
    }
    if (kit.claims(Capability.MQTT_3_1_1) && kit.claims(Capability.PERSISTENT_SESSIONS)) {
      checks.add(
          new ClaimCheck(
              Capability.QOS_2_REPEATED,
              "a QoS 2 message that is sent again on a resumed session arrives once",
              this::repeatedOnResumedSession));
    }
    if (!kit.protocols().isEmpty()) {
      checks.add(
          new ClaimCheck(
              Capability.SURVIVES_KILL,
              "acknowledged messages of a session survive a kill",
              this::surviveKill));
    }
    return checks;
  }

  private void onceAndInOrder(Protocol protocol, int qos) {
    String topic = kit.newTopic();
    try (KitMqtt subscriber = kit.client(protocol, topic, "subscriber").connected();
        KitMqtt publisher = kit.client(protocol, topic, "publisher").connected()) {
      subscriber.subscribe(topic, qos);
      publisher.publishNumbers(topic, qos, 0, FEW);
      kit.requireDelivered(subscriber.take(FEW), FEW);
      require(subscriber.poll(100).isEmpty(), "more than %s messages came", FEW);
    }
  }

  /** The publisher is on a WebSocket; of the subscribers one is, and the other one is on TCP. */
  private void webSocket(Protocol protocol) {
    Endpoint endpoint = KitBroker.endpoint(kit.broker(), Listener.WS);
    String topic = kit.newTopic();
    try (KitMqtt overTcp = kit.client(protocol, topic, "tcp").connected();
        KitMqtt overWebSocket = kit.client(protocol, endpoint, topic, "websocket").connected();
        KitMqtt publisher = kit.client(protocol, endpoint, topic, "publisher").connected()) {
      overTcp.subscribe(topic, 1);
      overWebSocket.subscribe(topic, 1);
      publisher.publishNumbers(topic, 1, 0, 100);
      kit.requireDelivered(overTcp.take(100), 100);
      kit.requireDelivered(overWebSocket.take(100), 100);
    }
  }

  private void repeatedOnce() throws IOException {
    String topic = kit.newTopic();
    arrivesOnce(
        topic,
        () -> {
          try (RepeatingQos2Publisher stutter = stutter(topic)) {
            stutter.publish(topic, "once", false);
            stutter.publish(topic, "once", true);
            stutter.release();
          }
        });
  }

  private void repeatedOnResumedSession() throws IOException {
    String topic = kit.newTopic();
    arrivesOnce(
        topic,
        () -> {
          try (RepeatingQos2Publisher stutter = stutter(topic)) {
            stutter.publish(topic, "once", false);
          }
          try (RepeatingQos2Publisher resumed = stutter(topic)) {
            resumed.publish(topic, "once", true);
            resumed.release();
          }
        });
  }

  /** Something that talks to a socket. */
  private interface Conversation {
    void hold() throws IOException;
  }

  private void arrivesOnce(String topic, Conversation publishing) throws IOException {
    Protocol protocol = Protocol.MQTT_3_1_1;
    CleanUp session = () -> endSession(protocol, topic, STUTTER);
    try (session;
        KitMqtt subscriber = kit.client(protocol, topic, "subscriber").connected();
        KitMqtt publisher = kit.client(protocol, topic, "publisher").connected()) {
      subscriber.subscribe(topic, 2);
      publishing.hold();
      KitMqtt.await("PUBLISH", publisher.publish(topic, 2, false, "last"));
      requireEqual("arrived", subscriber.take(2), List.of("once", "last"));
    }
  }

  private RepeatingQos2Publisher stutter(String topic) throws IOException {
    return RepeatingQos2Publisher.connect(
        KitBroker.endpoint(kit.broker()), KitBroker.clientId(topic, STUTTER));
  }

  /** A client that connects clean ends the session of its id. */
  private void endSession(Protocol protocol, String topic, String role) {
    kit.client(protocol, topic, role).connected().close();
  }

  /** An empty message removes the retained one. */
  private void removeRetained(Protocol protocol, String root, List<String> topics) {
    try (KitMqtt cleaner = kit.client(protocol, root, "cleaner").connected()) {
      topics.stream()
          .map(topic -> cleaner.publish(topic, 1, true, ""))
          .toList()
          .forEach(each -> KitMqtt.await("PUBLISH", each));
    }
  }

  private void retained(Protocol protocol) {
    String topic = kit.newTopic();
    CleanUp messages = () -> removeRetained(protocol, topic, List.of(topic));
    try (messages;
        KitMqtt publisher = kit.client(protocol, topic, "publisher").connected();
        KitMqtt witness = kit.client(protocol, topic, "witness").connected();
        KitMqtt early = kit.client(protocol, topic, "early").connected();
        KitMqtt late = kit.client(protocol, topic, "late").connected()) {
      witness.subscribe(topic, 1);
      for (String text : List.of("old", "new")) {
        KitMqtt.await("PUBLISH", publisher.publish(topic, 1, true, text));
        requireEqual("to one who has subscribed", live(witness, 1), List.of(text));
      }
      requireRetained("the retained message", early, topic, List.of("new"));
      KitMqtt.await("PUBLISH", publisher.publish(topic, 1, true, ""));
      requireRemoved(publisher, late, topic);
    }
  }

  /**
   * Subscribes until that brings what is expected. A broker may acknowledge a message, and give it
   * to who has subscribed before, ahead of storing it for those who come later.
   */
  private static void requireRetained(
      String what, KitMqtt client, String filter, List<String> expected) {
    List<Arrival> all = expected.stream().map(text -> new Arrival(text, true)).toList();
    List<Arrival> came = List.of();
    for (long quiet = LEAST_QUIET_MILLIS; quiet <= MOST_QUIET_MILLIS; quiet *= 2) {
      client.subscribe(filter, 1);
      came = sorted(client.takeUntilQuiet(quiet, arrivals -> sorted(arrivals).equals(all)));
      if (came.equals(all)) {
        return;
      }
    }
    requireEqual(what, came, all);
  }

  /**
   * Subscribes until what is published then comes alone. For the same reason the removal itself may
   * come to a client that has subscribed since, as any message.
   */
  private static void requireRemoved(KitMqtt publisher, KitMqtt late, String topic) {
    Arrival live = new Arrival("live", false);
    List<Arrival> came = List.of();
    for (long quiet = LEAST_QUIET_MILLIS; quiet <= MOST_QUIET_MILLIS; quiet *= 2) {
      late.subscribe(topic, 1);
      KitMqtt.await("PUBLISH", publisher.publish(topic, 1, false, live.text()));
      came = late.takeUntilQuiet(quiet, arrivals -> isAlone(live, arrivals));
      if (isAlone(live, came)) {
        return;
      }
    }
    requireEqual("after its removal", came, List.of(live));
  }

  private static boolean isAlone(Arrival live, List<Arrival> arrivals) {
    Arrival removal = new Arrival("", false);
    return arrivals.stream().filter(each -> !each.equals(removal)).toList().equals(List.of(live));
  }

  /**
   * What comes as it is published. A broker may acknowledge a subscription before it looks for
   * retained messages, so one that is published then may come as a retained one too.
   */
  private static List<String> live(KitMqtt witness, int count) {
    List<String> texts = new ArrayList<>();
    while (texts.size() < count) {
      Optional<Arrival> next = witness.poll(KitMqtt.PATIENCE_SECONDS * 1_000);
      if (next.isEmpty()) {
        break;
      }
      next.filter(arrival -> !arrival.retain()).map(Arrival::text).ifPresent(texts::add);
    }
    return texts;
  }

  private void retainedByWildcard(Protocol protocol) {
    String root = kit.newTopic();
    List<String> topics = IntStream.range(0, RETAINED).mapToObj(i -> root + "/t/" + i).toList();
    CleanUp messages = () -> removeRetained(protocol, root, topics);
    try (messages;
        KitMqtt publisher = kit.client(protocol, root, "publisher").connected();
        KitMqtt witness = kit.client(protocol, root, "witness").connected();
        KitMqtt byLevel = kit.client(protocol, root, "level").connected();
        KitMqtt byTree = kit.client(protocol, root, "tree").connected()) {
      topics.forEach(topic -> witness.subscribe(topic, 1)); // who need not know wildcards
      topics.forEach(topic -> KitMqtt.await("PUBLISH", publisher.publish(topic, 1, true, topic)));
      requireEqual(
          "to one who has subscribed", live(witness, RETAINED).stream().sorted().toList(), topics);
      requireRetained("of one level", byLevel, root + "/t/+", topics);
      requireRetained("of a tree", byTree, root + "/#", topics);
    }
  }

  /** In which order they come is the broker's choice. */
  private static List<Arrival> sorted(List<Arrival> arrivals) {
    return arrivals.stream().sorted(Comparator.comparing(Arrival::text)).toList();
  }

  private void shared(Protocol protocol) throws InterruptedException {
    String topic = kit.newTopic();
    try (KitMqtt publisher = kit.client(protocol, topic, "publisher").connected();
        KitMqtt one = kit.client(protocol, topic, "one").connected();
        KitMqtt two = kit.client(protocol, topic, "two").connected()) {
      one.subscribe("$share/group/" + topic, 1);
      two.subscribe("$share/group/" + topic, 1);
      List<String> byOne = new ArrayList<>();
      List<String> byTwo = new ArrayList<>();
      int sent = 0;
      while (sent < MOST_SHARED && (byOne.isEmpty() || byTwo.isEmpty())) {
        publisher.publishNumbers(topic, 1, sent, sent + ROUND_OF_SHARED);
        sent += ROUND_OF_SHARED;
        int expected = sent;
        Patience.await(
            Duration.ofSeconds(KitMqtt.PATIENCE_SECONDS),
            "all of " + expected + " messages came",
            () -> {
              one.drainTo(byOne);
              two.drainTo(byTwo);
              return byOne.size() + byTwo.size() >= expected;
            });
      }
      require(!byOne.isEmpty() && !byTwo.isEmpty(), "one member got all %s messages", sent);
      byOne.addAll(byTwo);
      NumberedMessages.requireOnce(byOne, sent);
    }
  }

  private void kept(Protocol protocol) {
    String topic = kit.newTopic();
    CleanUp session = () -> endSession(protocol, topic, "subscriber");
    try (session;
        KitMqtt publisher = kit.client(protocol, topic, "publisher").connected()) {
      try (KitMqtt subscriber = kit.client(protocol, topic, "subscriber")) {
        requireEqual("session present in the first CONNACK", subscriber.connect(true), false);
        subscriber.subscribe(topic, 1);
      }
      publisher.publishNumbers(topic, 1, 0, kit.burst());

      try (KitMqtt again = kit.client(protocol, topic, "subscriber")) {
        kit.requireAnnounced(again.connect(true));
        kit.requireKept(again.take(kit.burst()), kit.burst());
      }
    }
  }

  private void surviveKill() throws BrokerException, InterruptedException {
    try (Broker killed = kit.another()) {
      Protocol protocol = kit.protocols().get(0);
      Endpoint endpoint = KitBroker.endpoint(killed);
      KitMqtt subscriber = KitMqtt.of(protocol, endpoint, "kit-survivor");
      subscriber.connect(true);
      subscriber.subscribe("kit/kill", 1);
      subscriber.close();
      KitMqtt publisher = KitMqtt.of(protocol, endpoint, "kit-kill-publisher").connected();
      publisher.publishNumbers("kit/kill", 1, 0, KILLED);
      killAndRestart(killed);

      try (KitMqtt again = KitMqtt.of(protocol, endpoint, "kit-survivor")) {
        kit.requireAnnounced(again.connect(true));
        kit.requireKept(again.take(KILLED), KILLED);
      }
    }
  }

  /** By SIGKILL; started again with its data and on its ports. */
  static void killAndRestart(Broker broker) throws BrokerException, InterruptedException {
    require(!broker.nodes().isEmpty(), "it cannot be killed here, so nothing shows it");
    BrokerNode node = broker.nodes().get(0);
    node.inject(FaultKind.KILL);
    node.heal();
    Patience.await(Duration.ofSeconds(60), "it accepts clients after the kill", node::isActive);
  }
}
