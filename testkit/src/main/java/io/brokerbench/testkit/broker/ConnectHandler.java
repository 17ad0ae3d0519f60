package io.brokerbench.testkit.broker;

import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_ACCEPTED;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_IDENTIFIER_REJECTED;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
import static io.netty.handler.codec.mqtt.MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE_5;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import io.brokerbench.testkit.broker.record.EventCounters;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttConnectVariableHeader;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Future;

/** Answers CONNECT packets. */
final class ConnectHandler {

  private static final int VERSION_5 = 5;
  private static final int SESSION_TAKEN_OVER = 0x8E;

  private final BrokerState exchange;
  private long assigned;
  private long answered;

  ConnectHandler(BrokerState exchange) {
    this.exchange = exchange;
  }

  /** Answers a connection's CONNECT packet, unless a fault prevents it. */
  void connect(Connection connection, MqttConnectMessage packet) {
    boolean mqtt5 = packet.variableHeader().version() >= VERSION_5;
    ConnectRecord connect = record(connection, packet, mqtt5);
    exchange.journal().connect(connect);
    if (exchange.switches().neverAnswer) {
      return;
    }
    FaultSwitches switches = exchange.switches();
    if (switches.refuseConnections || switches.wrongs(switches.everyRefused, connect.clientId())) {
      refuse(
          connection,
          mqtt5 ? CONNECTION_REFUSED_SERVER_UNAVAILABLE_5 : CONNECTION_REFUSED_SERVER_UNAVAILABLE);
    } else if (!mqtt5 && packet.payload().clientIdentifier().isEmpty() && !connect.cleanStart()) {
      refuse(connection, CONNECTION_REFUSED_IDENTIFIER_REJECTED);
    } else {
      boolean idAssigned = packet.payload().clientIdentifier().isEmpty();
      BrokerMessage will = BrokerMessage.willOf(packet);
      Long delay = exchange.switches().lateConnAcks.remove(++answered);
      if (delay == null && exchange.switches().everyConnAckDelayed.picksNext()) {
        delay = exchange.switches().connAckDelayNanos;
      }
      if (delay == null) {
        accept(connection, connect, idAssigned, will);
      } else {
        Future<?> unused =
            exchange.alarms().after(delay, () -> acceptLate(connection, connect, idAssigned, will));
      }
    }
  }

  private void acceptLate(
      Connection connection, ConnectRecord connect, boolean idAssigned, BrokerMessage will) {
    if (connection.isOpen()) {
      accept(connection, connect, idAssigned, will);
    }
  }

  /** CONNACKs with success so far, late ones included. */
  long answered() {
    return answered;
  }

  private void refuse(Connection connection, MqttConnectReturnCode code) {
    exchange.tally().increment(EventCounters.Count.CONNECTIONS_REFUSED);
    connection.write(Packets.connAck(code, false, MqttProperties.NO_PROPERTIES));
    connection.flush();
    connection.close();
  }

  private void accept(
      Connection connection, ConnectRecord connect, boolean idAssigned, BrokerMessage will) {
    BrokerSession session = exchange.session(connect.clientId());
    FaultSwitches switches = exchange.switches();
    if (session != null && session.isOnline()) {
      Connection first = session.connection();
      if (switches.wrongs(switches.everyTakeoverWithheld, connect.clientId())) {
        first.abandon();
      } else if (exchange.switches().takeoverDelayNanos > 0) {
        first.abandon();
        Future<?> unused =
            exchange.alarms().after(exchange.switches().takeoverDelayNanos, first::close);
      } else {
        first.disconnect(SESSION_TAKEN_OVER);
      }
      session = exchange.session(connect.clientId());
    }
    boolean lost =
        session != null && switches.wrongs(switches.everySessionLost, connect.clientId());
    if (session != null && (connect.cleanStart() || lost)) {
      exchange.end(session);
      session = null;
    }
    boolean present = session != null;
    if (session == null) {
      session = exchange.newSession(connect.clientId());
    }
    session.expirySeconds(limited(connect).orElse(connect.sessionExpirySeconds()));
    session.join(connection);
    connection.accept(session, connect, will);
    exchange.tally().connectionOpened();
    int window = Math.min(exchange.settings().inFlightWindow(), connect.receiveMaximum());
    boolean early = exchange.switches().deliverBeforeConnAck;
    if (early) {
      exchange.resume(session, window);
    }
    connection.write(
        Packets.connAck(CONNECTION_ACCEPTED, present, properties(connect, idAssigned)));
    if (!early) {
      exchange.resume(session, window);
    }
  }

  /** How long a session is kept, where that is less than its client asked for. */
  private OptionalLong limited(ConnectRecord connect) {
    int most = exchange.settings().sessionExpiry();
    return most == BrokerSettings.NO_WISH
            || connect.protocol() != Protocol.MQTT_5
            || connect.sessionExpirySeconds() <= most
        ? OptionalLong.empty()
        : OptionalLong.of(most);
  }

  private MqttProperties properties(ConnectRecord connect, boolean idAssigned) {
    MqttProperties properties = new MqttProperties();
    limited(connect)
        .ifPresent(
            seconds ->
                properties.add(
                    new IntegerProperty(MqttProperties.SESSION_EXPIRY_INTERVAL, (int) seconds)));
    if (!exchange.settings().subscriptionIdentifiers()) {
      properties.add(new IntegerProperty(MqttProperties.SUBSCRIPTION_IDENTIFIER_AVAILABLE, 0));
    }
    int aliases = exchange.settings().topicAliasMaximum();
    if (aliases > 0) {
      properties.add(new IntegerProperty(MqttProperties.TOPIC_ALIAS_MAXIMUM, aliases));
    }
    int receiveMaximum = exchange.settings().receiveMaximum();
    if (receiveMaximum < BrokerSettings.MOST_PACKET_IDS) {
      properties.add(new IntegerProperty(MqttProperties.RECEIVE_MAXIMUM, receiveMaximum));
    }
    int keepAlive = exchange.settings().serverKeepAlive();
    if (keepAlive != BrokerSettings.NO_WISH) {
      properties.add(new IntegerProperty(MqttProperties.SERVER_KEEP_ALIVE, keepAlive));
    }
    if (idAssigned) {
      properties.add(
          new StringProperty(MqttProperties.ASSIGNED_CLIENT_IDENTIFIER, connect.clientId()));
    }
    return properties;
  }

  private ConnectRecord record(Connection connection, MqttConnectMessage packet, boolean mqtt5) {
    MqttConnectVariableHeader header = packet.variableHeader();
    String sentId = packet.payload().clientIdentifier();
    MqttProperties properties = header.properties();
    long withoutProperties = header.isCleanSession() ? 0 : ConnectRecord.NEVER;
    return new ConnectRecord(
        sentId.isEmpty() ? "assigned-" + ++assigned : sentId,
        mqtt5 ? Protocol.MQTT_5 : Protocol.MQTT_3_1_1,
        header.isCleanSession(),
        header.keepAliveTimeSeconds(),
        mqtt5 ? sessionExpiry(properties, 0) : withoutProperties,
        integer(properties, MqttProperties.RECEIVE_MAXIMUM, BrokerSettings.MOST_PACKET_IDS),
        login(packet),
        connection.certificate(),
        connection.remote());
  }

  private static Optional<Login> login(MqttConnectMessage packet) {
    byte[] password = packet.payload().passwordInBytes();
    return packet.payload().userName() == null || password == null
        ? Optional.empty()
        : Optional.of(
            new Login(packet.payload().userName(), new String(password, StandardCharsets.UTF_8)));
  }

  /** The Session Expiry Interval among the properties of a packet. */
  static long sessionExpiry(MqttProperties properties, long absent) {
    MqttProperties.MqttProperty<?> property =
        properties.getProperty(MqttProperties.SESSION_EXPIRY_INTERVAL);
    return property == null ? absent : Integer.toUnsignedLong((Integer) property.value());
  }

  private static int integer(MqttProperties properties, int propertyId, int absent) {
    MqttProperties.MqttProperty<?> property = properties.getProperty(propertyId);
    return property == null ? absent : (Integer) property.value();
  }
}
