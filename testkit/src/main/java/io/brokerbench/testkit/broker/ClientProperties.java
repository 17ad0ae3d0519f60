package io.brokerbench.testkit.broker;

import io.brokerbench.testkit.broker.record.PropertiesRecord;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.StringPair;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/** What one connection's packets say by the properties of MQTT 5. */
final class ClientProperties {

  private static final int TOPIC_ALIAS_INVALID = 0x94;

  private final BrokerState exchange;
  private final Connection connection;
  private final Map<Integer, String> topics = new HashMap<>();

  ClientProperties(BrokerState exchange, Connection connection) {
    this.exchange = exchange;
    this.connection = connection;
  }

  /**
   * The topic of a PUBLISH, which may be the one that an alias stands for.
   *
   * @return null where the connection was ended, as the alias is none that it may use
   */
  String topic(String sent, MqttProperties properties) {
    note("PUBLISH", sent, properties);
    OptionalInt alias = integer(properties, MqttProperties.TOPIC_ALIAS);
    if (alias.isEmpty()) {
      return sent;
    }
    int number = alias.getAsInt();
    if (number < 1 || number > exchange.settings().topicAliasMaximum()) {
      connection.violation("topic alias " + number);
      connection.disconnect(TOPIC_ALIAS_INVALID);
      return null;
    }
    if (!sent.isEmpty()) {
      topics.put(number, sent);
    }
    return topics.getOrDefault(number, "");
  }

  /** The identifier of a SUBSCRIBE; 0 for none. */
  int subscriptionIdentifier(MqttProperties properties) {
    note("SUBSCRIBE", "", properties);
    int identifier = integer(properties, MqttProperties.SUBSCRIPTION_IDENTIFIER).orElse(0);
    if (identifier > 0 && !exchange.settings().subscriptionIdentifiers()) {
      connection.violation("subscription identifier " + identifier);
    }
    return identifier;
  }

  private void note(String packet, String topic, MqttProperties properties) {
    if (properties.isEmpty()) {
      return;
    }
    Map<String, String> users = new LinkedHashMap<>();
    for (MqttProperties.MqttProperty<?> property :
        properties.getProperties(MqttProperties.USER_PROPERTY)) {
      StringPair pair = (StringPair) property.value();
      users.put(pair.key, pair.value);
    }
    exchange
        .journal()
        .properties(
            new PropertiesRecord(
                connection.clientId(),
                packet,
                topic,
                integer(properties, MqttProperties.TOPIC_ALIAS),
                integer(properties, MqttProperties.SUBSCRIPTION_IDENTIFIER),
                integer(properties, MqttProperties.PUBLICATION_EXPIRY_INTERVAL),
                users));
  }

  private static OptionalInt integer(MqttProperties properties, int id) {
    return properties.getProperties(id).stream()
        .mapToInt(property -> (Integer) property.value())
        .findFirst();
  }
}
