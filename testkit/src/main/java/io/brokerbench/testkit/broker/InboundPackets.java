package io.brokerbench.testkit.broker;

import io.brokerbench.testkit.broker.record.EventCounters;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption.RetainedHandlingPolicy;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Handles the packets that one connection reads. */
final class InboundPackets {

  private static final int NO_MATCHING_SUBSCRIBERS = 0x10;
  private static final int NO_SUBSCRIPTION_EXISTED = 0x11;
  private static final int FAILURE = 0x80;
  private static final int PROTOCOL_ERROR = 0x82;
  private static final int TOPIC_FILTER_INVALID = 0x8F;
  private static final int PACKET_ID_NOT_FOUND = 0x92;
  private static final int RECEIVE_MAXIMUM_EXCEEDED = 0x93;

  private final BrokerState exchange;
  private final ConnectHandler handshake;
  private final Connection connection;
  private final ClientProperties properties;

  /** Packet ids of messages from the client whose PUBACK or PUBCOMP is not sent. */
  private final BitSet unacknowledged = new BitSet();

  private int unacknowledgedCount;
  private boolean greeted;

  InboundPackets(BrokerState exchange, ConnectHandler handshake, Connection connection) {
    this.exchange = exchange;
    this.handshake = handshake;
    this.connection = connection;
    this.properties = new ClientProperties(exchange, connection);
  }

  void handle(MqttMessage packet) {
    if (packet.decoderResult().isFailure()) {
      fail(PROTOCOL_ERROR, "malformed packet: " + packet.decoderResult().cause());
    } else if (packet.fixedHeader().messageType() == MqttMessageType.CONNECT && !greeted) {
      greeted = true;
      handshake.connect(connection, (MqttConnectMessage) packet);
    } else if (!greeted) {
      fail(PROTOCOL_ERROR, packet.fixedHeader().messageType() + " before CONNECT");
    } else if (connection.session() != null) {
      dispatch(packet);
    }
  }

  private void dispatch(MqttMessage packet) {
    MqttMessageType type = packet.fixedHeader().messageType();
    switch (type) {
      case PUBLISH -> publish((MqttPublishMessage) packet);
      case PUBREL -> release(id(packet));
      case PUBACK, PUBREC, PUBCOMP -> {
        if (!exchange.switches().ignoreAcknowledgements) {
          connection.session().out().acknowledged(type, id(packet), reason(packet));
        }
      }
      case SUBSCRIBE -> subscribe((MqttSubscribeMessage) packet);
      case UNSUBSCRIBE -> unsubscribe((MqttUnsubscribeMessage) packet);
      case PINGREQ -> {
        if (!exchange.switches().ignorePings) {
          connection.write(MqttMessage.PINGRESP);
        }
      }
      case DISCONNECT -> disconnect(packet);
      default -> fail(PROTOCOL_ERROR, type + " from a client");
    }
  }

  /** PUBACK or PUBCOMP is sent. */
  void acknowledged(int id) {
    if (unacknowledged.get(id)) {
      unacknowledged.clear(id);
      unacknowledgedCount--;
    }
  }

  private void publish(MqttPublishMessage packet) {
    int qos = packet.fixedHeader().qosLevel().value();
    int id = packet.variableHeader().packetId();
    String topic =
        properties.topic(packet.variableHeader().topicName(), packet.variableHeader().properties());
    if (topic == null) {
      return;
    }
    exchange.tally().publishReceived(qos);
    exchange.publishArrived();
    if (topic.isEmpty() || TopicFilter.hasWildcard(topic)) {
      fail(PROTOCOL_ERROR, "PUBLISH to topic '" + topic + "'");
      return;
    }
    BrokerMessage message = BrokerMessage.of(packet, topic, connection.session().clientId());
    if (exchange.switches().ignores(message)) {
      exchange.tally().increment(EventCounters.Count.IGNORED);
      return;
    }
    if (qos > 0 && !admit(id, packet.fixedHeader().isDup())) {
      return;
    }
    BrokerSession session = connection.session();
    if (qos == 2 && session.unreleased().get(id)) {
      exchange.acknowledgementGate().receivedAgain(connection, id);
      return;
    }
    boolean matched = exchange.route(message);
    int reason = matched ? 0 : NO_MATCHING_SUBSCRIBERS;
    if (qos == 2) {
      session.unreleased().set(id);
    }
    if (qos > 0) {
      exchange.acknowledgementGate().received(connection, message, id, reason);
    }
  }

  /**
   * Counts a message with a packet id against the Receive Maximum. @return false if it is too much
   */
  private boolean admit(int id, boolean dup) {
    if (unacknowledged.get(id)) {
      if (!dup) {
        connection.violation("PUBLISH with packet id " + id + ", which is in flight");
      }
      return true;
    }
    if (dup && connection.session().isNew()) {
      connection.violation("PUBLISH with DUP and packet id " + id + " in a new session");
    }
    unacknowledged.set(id);
    unacknowledgedCount++;
    int most = exchange.settings().receiveMaximum();
    if (connection.isMqtt5() && unacknowledgedCount > most) {
      fail(RECEIVE_MAXIMUM_EXCEEDED, "more than the Receive Maximum of " + most + " in flight");
      return false;
    }
    return true;
  }

  private void release(int id) {
    boolean known = connection.session().unreleased().get(id);
    connection.session().unreleased().clear(id);
    int reason = known ? 0 : PACKET_ID_NOT_FOUND;
    exchange.acknowledgementGate().released(connection, id, reason);
  }

  private void subscribe(MqttSubscribeMessage packet) {
    int id = packet.variableHeader().messageId();
    if (unacknowledged.get(id)) {
      connection.violation("SUBSCRIBE with packet id " + id + ", which is in flight");
    }
    List<Integer> codes = new ArrayList<>();
    List<Subscription> owed = new ArrayList<>();
    int identifier =
        properties.subscriptionIdentifier(packet.idAndPropertiesVariableHeader().properties());
    for (MqttTopicSubscription asked : packet.payload().topicSubscriptions()) {
      codes.add(subscribe(asked, identifier, owed));
    }
    connection.write(Packets.subAck(id, codes));
    owed.forEach(exchange::sendOwed);
  }

  private int subscribe(MqttTopicSubscription asked, int identifier, List<Subscription> owed) {
    if (exchange.switches().failSubscribe) {
      return FAILURE;
    }
    if (!Subscription.isValid(asked.topicFilter())) {
      return connection.isMqtt5() ? TOPIC_FILTER_INVALID : FAILURE;
    }
    int qos = Math.min(asked.option().qos().value(), exchange.switches().grantAtMost);
    Subscription subscription =
        new Subscription(
            connection.session(), asked.topicFilter(), qos, asked.option(), identifier);
    boolean isNew = exchange.subscribe(subscription);
    RetainedHandlingPolicy policy = asked.option().retainHandling();
    boolean wanted =
        policy == RetainedHandlingPolicy.SEND_AT_SUBSCRIBE
            || (isNew && policy == RetainedHandlingPolicy.SEND_AT_SUBSCRIBE_IF_NOT_YET_EXISTS);
    if (wanted || subscription.isShared()) {
      owed.add(subscription);
    }
    return qos;
  }

  private void unsubscribe(MqttUnsubscribeMessage packet) {
    List<Short> codes = new ArrayList<>();
    for (String address : packet.payload().topics()) {
      boolean existed = exchange.unsubscribe(connection.session(), address);
      codes.add((short) (existed ? 0 : NO_SUBSCRIPTION_EXISTED));
    }
    connection.write(Packets.unsubAck(packet.variableHeader().messageId(), codes));
  }

  private void disconnect(MqttMessage packet) {
    if (packet.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader header) {
      BrokerSession session = connection.session();
      session.expirySeconds(
          ConnectHandler.sessionExpiry(header.properties(), session.expirySeconds()));
    }
    connection.forgetWill();
    connection.close();
  }

  private void fail(int reason, String what) {
    connection.violation(what);
    connection.disconnect(reason);
  }

  private static int id(MqttMessage packet) {
    return ((MqttMessageIdVariableHeader) packet.variableHeader()).messageId();
  }

  private static int reason(MqttMessage packet) {
    return packet.variableHeader() instanceof MqttPubReplyMessageVariableHeader header
        ? Byte.toUnsignedInt(header.reasonCode())
        : 0;
  }
}
