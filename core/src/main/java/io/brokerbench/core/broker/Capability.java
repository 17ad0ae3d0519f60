package io.brokerbench.core.broker;

/**
 * What a broker can do. A claim is proved by the broker compatibility kit; a claim that is not kept
 * fails there.
 */
public enum Capability {
  /** Speaks MQTT 3.1.1. */
  MQTT_3_1_1("MQTT 3.1.1"),
  /** Speaks MQTT 5. */
  MQTT_5("MQTT 5"),
  /**
   * Exchanges the four packets of QoS 2 with publishers and subscribers, and delivers each message
   * once as long as their connections hold.
   */
  QOS_2("QoS 2"),
  /** Delivers a QoS 2 message once that a publisher sends again, as after a broken connection. */
  QOS_2_REPEATED("QoS 2 messages that are sent again"),
  /** Keeps the retained message of a topic for later subscribers. */
  RETAINED_MESSAGES("retained messages"),
  /** Sends those of all topics that a filter with a wildcard fits to a later subscriber. */
  RETAINED_BY_WILDCARD("retained messages by wildcard"),
  /** Spreads a {@code $share} subscription over its members, each message to one of them. */
  SHARED_SUBSCRIPTIONS("shared subscriptions"),
  /** Has a listener for TLS with certificates. */
  TLS("TLS"),
  /** Has a listener for TLS with a pre-shared key. */
  TLS_PSK("TLS with a pre-shared key"),
  /** Has a listener for WebSockets, and where it has TLS, one for those over TLS. */
  WEBSOCKET("WebSocket"),
  /** Keeps a session and its messages while the client is away. */
  PERSISTENT_SESSIONS("persistent sessions"),
  /**
   * Keeps acknowledged messages of persistent sessions when its process is killed and restarted.
   */
  SURVIVES_KILL("messages that survive a kill"),
  /** Can be started as a pair or a cluster that goes on when a node is lost. */
  HIGH_AVAILABILITY("high availability"),
  /**
   * Has a listener for AMQP 1.0 that JMS clients can use, with queues, and durable subscriptions to
   * topics; what MQTT clients publish reaches them.
   */
  AMQP("AMQP"),
  /** Spreads a shared JMS subscription over its members, be it durable or not. */
  JMS_SHARED("shared JMS subscriptions"),
  /**
   * Copies what MQTT clients publish to virtual topics to a queue for each group of JMS consumers,
   * which stands in for a shared durable subscription.
   */
  VIRTUAL_TOPICS("virtual topics"),
  /** Has a listener for OpenWire that JMS clients can use, as that for AMQP. */
  OPENWIRE("OpenWire"),
  /** Has a listener for the Core protocol that JMS clients can use, as that for AMQP. */
  CORE("the Core protocol"),
  /** Has a listener for a JMS client library that speaks a protocol of its own. */
  JMS("JMS by a library of its own"),
  /**
   * Delivers a message that JMS clients send with a delivery delay once that has passed, and not
   * before.
   */
  DELIVERY_DELAY("delivery delay");

  private final String title;

  Capability(String title) {
    this.title = title;
  }

  /** What it is called in messages to people. */
  public String title() {
    return title;
  }
}
