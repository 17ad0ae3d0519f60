package io.brokerbench.containers.embedded;

import static io.brokerbench.core.broker.Capability.AMQP;
import static io.brokerbench.core.broker.Capability.HIGH_AVAILABILITY;
import static io.brokerbench.core.broker.Capability.JMS_SHARED;
import static io.brokerbench.core.broker.Capability.MQTT_3_1_1;
import static io.brokerbench.core.broker.Capability.PERSISTENT_SESSIONS;
import static io.brokerbench.core.broker.Capability.QOS_2;
import static io.brokerbench.core.broker.Capability.RETAINED_MESSAGES;
import static io.brokerbench.core.broker.Capability.SHARED_SUBSCRIPTIONS;
import static io.brokerbench.core.broker.Capability.SURVIVES_KILL;
import static io.brokerbench.core.broker.Capability.TLS;
import static io.brokerbench.core.broker.Capability.TLS_PSK;

import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.TopicMapping;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

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
      new EmbeddedProduct("artemis", "Artemis", EnumSet.complementOf(EnumSet.of(TLS_PSK)));

  /** The Community Edition. */
  static final EmbeddedProduct HIVEMQ =
      new EmbeddedProduct(
          "hivemq",
          "HiveMQ CE",
          EnumSet.complementOf(EnumSet.of(TLS_PSK, HIGH_AVAILABILITY, AMQP, JMS_SHARED)));

  /**
   * No MQTT 5; {@code $share} is granted and delivers nothing, and shared JMS subscriptions are
   * refused; a QoS 2 message that is sent again is delivered again.
   */
  static final EmbeddedProduct ACTIVEMQ =
      new EmbeddedProduct(
          "activemq",
          "ActiveMQ Classic",
          EnumSet.of(
              MQTT_3_1_1,
              RETAINED_MESSAGES,
              TLS,
              PERSISTENT_SESSIONS,
              SURVIVES_KILL,
              HIGH_AVAILABILITY,
              AMQP));

  /** Acknowledges and forwards, and does nothing else: what the generator is measured against. */
  static final EmbeddedProduct NULL =
      new EmbeddedProduct(
          "null", "null broker", EnumSet.of(MQTT_3_1_1, QOS_2, SHARED_SUBSCRIPTIONS));

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
          "-Dio.netty.buffer.checkBounds=false",
          "-Dio.netty.buffer.checkAccessible=false",
          "-Dio.netty.leakDetection.level=disabled");

  EmbeddedProduct {
    capabilities = Set.copyOf(capabilities);
  }

  String selector() {
    return equals(NULL) ? folder : "embedded:" + folder;
  }

  /** What topics of MQTT are called in JMS. */
  TopicMapping topicMapping() {
    return equals(ACTIVEMQ) ? TopicMapping.ACTIVEMQ : TopicMapping.ARTEMIS;
  }

  /** Whether its launcher writes what it tells about itself. */
  boolean tellsFigures() {
    return !equals(NULL);
  }

  /** Options of its JVM. */
  List<String> jvmOptions() {
    return equals(NULL) ? NULL_JVM : SERVER_JVM;
  }
}
