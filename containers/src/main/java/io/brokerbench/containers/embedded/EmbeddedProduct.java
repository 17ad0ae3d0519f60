package io.brokerbench.containers.embedded;

import static io.brokerbench.core.broker.Capability.AMQP;
import static io.brokerbench.core.broker.Capability.CORE;
import static io.brokerbench.core.broker.Capability.DELIVERY_DELAY;
import static io.brokerbench.core.broker.Capability.HIGH_AVAILABILITY;
import static io.brokerbench.core.broker.Capability.JMS_SHARED;
import static io.brokerbench.core.broker.Capability.MQTT_3_1_1;
import static io.brokerbench.core.broker.Capability.MQTT_5;
import static io.brokerbench.core.broker.Capability.OPENWIRE;
import static io.brokerbench.core.broker.Capability.PERSISTENT_SESSIONS;
import static io.brokerbench.core.broker.Capability.QOS_2;
import static io.brokerbench.core.broker.Capability.QOS_2_REPEATED;
import static io.brokerbench.core.broker.Capability.RETAINED_BY_WILDCARD;
import static io.brokerbench.core.broker.Capability.RETAINED_MESSAGES;
import static io.brokerbench.core.broker.Capability.SHARED_SUBSCRIPTIONS;
import static io.brokerbench.core.broker.Capability.SURVIVES_KILL;
import static io.brokerbench.core.broker.Capability.TLS;
import static io.brokerbench.core.broker.Capability.VIRTUAL_TOPICS;
import static io.brokerbench.core.broker.Capability.WEBSOCKET;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.TopicMapping;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A product that runs embedded.
 *
 * @param folder the name of its module's folder, and in its selector
 * @param title as people call it
 * @param capabilities as the compatibility kit found them
 */
record EmbeddedProduct(String folder, String title, Set<Capability> capabilities) {

  /** The default. */
  static final EmbeddedProduct ARTEMIS =
      new EmbeddedProduct(
          "artemis",
          "Artemis",
          EnumSet.of(
              MQTT_3_1_1,
              MQTT_5,
              QOS_2,
              QOS_2_REPEATED,
              RETAINED_MESSAGES,
              RETAINED_BY_WILDCARD,
              SHARED_SUBSCRIPTIONS,
              TLS,
              WEBSOCKET,
              PERSISTENT_SESSIONS,
              SURVIVES_KILL,
              HIGH_AVAILABILITY,
              AMQP,
              JMS_SHARED,
              OPENWIRE,
              CORE,
              DELIVERY_DELAY));

  /** The Community Edition. */
  static final EmbeddedProduct HIVEMQ =
      new EmbeddedProduct(
          "hivemq",
          "HiveMQ CE",
          EnumSet.of(
              MQTT_3_1_1,
              MQTT_5,
              QOS_2,
              QOS_2_REPEATED,
              RETAINED_MESSAGES,
              RETAINED_BY_WILDCARD,
              SHARED_SUBSCRIPTIONS,
              TLS,
              WEBSOCKET,
              PERSISTENT_SESSIONS,
              SURVIVES_KILL));

  /**
   * No MQTT 5; {@code $share} is granted and delivers nothing, and shared JMS subscriptions are
   * refused, which virtual topics stand in for; a QoS 2 message that is sent again is delivered
   * again.
   */
  static final EmbeddedProduct ACTIVEMQ =
      new EmbeddedProduct(
          "activemq",
          "ActiveMQ Classic",
          EnumSet.of(
              MQTT_3_1_1,
              QOS_2,
              RETAINED_MESSAGES,
              RETAINED_BY_WILDCARD,
              TLS,
              PERSISTENT_SESSIONS,
              SURVIVES_KILL,
              HIGH_AVAILABILITY,
              AMQP,
              VIRTUAL_TOPICS,
              OPENWIRE,
              DELIVERY_DELAY));

  /** Speaks AMQP and no MQTT. */
  static final EmbeddedProduct QPID =
      new EmbeddedProduct(
          "qpid", "Qpid Broker-J", EnumSet.of(TLS, SURVIVES_KILL, AMQP, JMS_SHARED));

  /** Acknowledges and forwards, and does nothing else: what the generator is measured against. */
  static final EmbeddedProduct NULL =
      new EmbeddedProduct(
          "null",
          "null broker",
          EnumSet.of(MQTT_3_1_1, QOS_2, QOS_2_REPEATED, SHARED_SUBSCRIPTIONS));

  /**
   * The same heap and collector whatever the machine, so that results compare. A broker out of
   * memory ends, and the run says so, rather than to go on half dead. Without the file of
   * performance counters, which a kill would leave behind, and whose writes stall collections.
   */
  private static final List<String> SERVER_JVM =
      List.of(
          "-Xms512m", "-Xmx1g", "-XX:+UseG1GC", "-XX:+ExitOnOutOfMemoryError", "-XX:-UsePerfData");

  /** Of the null broker, which keeps nothing on the heap: it is to take as little as it can. */
  private static final List<String> NULL_JVM =
      List.of(
          "-Xms64m",
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:+ExitOnOutOfMemoryError",
          "-XX:-UsePerfData",
          "-Dio.netty.leakDetection.level=disabled");

  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d{1,15})([kKmMgGtT]?)");

  private static final Predicate<String> COLLECTOR =
      Pattern.compile("-XX:\\+Use\\w+GC").asMatchPredicate();

  EmbeddedProduct {
    capabilities = Set.copyOf(capabilities);
  }

  String selector() {
    return equals(NULL) ? folder : "embedded:" + folder;
  }

  /** What topics of MQTT are called in JMS. */
  TopicMapping topicMapping() {
    if (equals(QPID)) {
      return JmsTopics.QPID;
    }
    return equals(ACTIVEMQ) ? JmsTopics.ACTIVEMQ : JmsTopics.ARTEMIS;
  }

  /** Whether its launcher writes what it reports about itself. */
  boolean writesFigures() {
    return !equals(NULL) && !equals(QPID);
  }

  /** Whether the nodes of a pair send each other what they have, rather than to share a store. */
  boolean replicates() {
    return equals(ARTEMIS);
  }

  /** The listener that it always has, whose port can be chosen. */
  Listener plain() {
    return capabilities.contains(MQTT_3_1_1) ? Listener.MQTT : Listener.AMQP;
  }

  /**
   * The largest heap of its JVM, in bytes, as {@code -Xmx} says; other options that set it are not
   * looked at.
   *
   * @param given as those of {@link #jvmOptions}
   */
  OptionalLong heapBytes(List<String> given) {
    return jvmOptions(given).stream()
        .map(HEAP::matcher)
        .filter(Matcher::matches)
        .mapToLong(size -> Long.parseLong(size.group(1)) << shift(size.group(2)))
        .reduce((one, later) -> later);
  }

  /** As Java reads sizes. */
  private static int shift(String unit) {
    return unit.isEmpty() ? 0 : 10 * ("kmgt".indexOf(unit.toLowerCase(Locale.ROOT)) + 1);
  }

  /**
   * Options of its JVM: ours, then those given, of which the last counts. A collector among them
   * takes the place of ours, as a JVM with two does not start.
   */
  List<String> jvmOptions(List<String> given) {
    boolean otherCollector = given.stream().anyMatch(COLLECTOR);
    return Stream.concat(
            (equals(NULL) ? NULL_JVM : SERVER_JVM)
                .stream().filter(ours -> !otherCollector || !COLLECTOR.test(ours)),
            given.stream())
        .toList();
  }
}
