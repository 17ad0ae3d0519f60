package io.brokerbench.containers.embedded;

import static io.brokerbench.core.broker.Capability.MQTT_3_1_1;
import static io.brokerbench.core.broker.Capability.PERSISTENT_SESSIONS;
import static io.brokerbench.core.broker.Capability.RETAINED_MESSAGES;
import static io.brokerbench.core.broker.Capability.SURVIVES_KILL;
import static io.brokerbench.core.broker.Capability.TLS;
import static io.brokerbench.core.broker.Capability.TLS_PSK;

import io.brokerbench.core.broker.Capability;
import java.util.EnumSet;
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
      new EmbeddedProduct("hivemq", "HiveMQ CE", EnumSet.complementOf(EnumSet.of(TLS_PSK)));

  /**
   * No MQTT 5; {@code $share} is granted and delivers nothing; a QoS 2 message that is sent again
   * is delivered again.
   */
  static final EmbeddedProduct ACTIVEMQ =
      new EmbeddedProduct(
          "activemq",
          "ActiveMQ Classic",
          EnumSet.of(MQTT_3_1_1, RETAINED_MESSAGES, TLS, PERSISTENT_SESSIONS, SURVIVES_KILL));

  EmbeddedProduct {
    capabilities = Set.copyOf(capabilities);
  }

  String selector() {
    return "embedded:" + folder;
  }
}
