package io.brokerbench.testkit.broker;

import io.netty.handler.codec.mqtt.MqttSubscriptionOption;

/**
 * A session's interest in topics.
 *
 * @param session that gets the messages
 * @param address the filter as the client sent it, prefix of a shared subscription included
 * @param qos granted
 * @param option what else the client asked for
 * @param identifier that goes into each message; 0 for none
 */
record Subscription(
    BrokerSession session, String address, int qos, MqttSubscriptionOption option, int identifier) {

  private static final String SHARE = "$share/";

  boolean isShared() {
    return address.startsWith(SHARE);
  }

  /** The topic filter, without the prefix of a shared subscription. */
  String filter() {
    return isShared() ? address.substring(address.indexOf('/', SHARE.length()) + 1) : address;
  }

  boolean matches(String topic) {
    return TopicFilter.matches(filter(), topic);
  }

  static boolean isValid(String address) {
    if (!address.startsWith(SHARE)) {
      return TopicFilter.isValid(address);
    }
    int slash = address.indexOf('/', SHARE.length());
    return slash > SHARE.length()
        && !TopicFilter.hasWildcard(address.substring(SHARE.length(), slash))
        && TopicFilter.isValid(address.substring(slash + 1));
  }

  /** This subscription's copy of a message, freshly published. */
  Delivery copyOf(BrokerMessage message, SharedGroup group) {
    boolean retain = option.isRetainAsPublished() && message.retain();
    return new Delivery(message, Math.min(message.qos(), qos), retain, group, identifier);
  }
}
