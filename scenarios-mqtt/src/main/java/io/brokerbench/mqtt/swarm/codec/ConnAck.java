package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.scenario.Protocol;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/**
 * The broker's answer to a CONNECT (3.2).
 *
 * @param sessionPresent whether an earlier session is resumed
 * @param code 0 for success; a return code of MQTT 3.1.1 or a reason code of MQTT 5
 * @param receiveMaximum most QoS 1 and 2 messages that the broker takes unacknowledged
 * @param maximumQos highest QoS that the broker takes
 * @param maximumPacketBytes longest packet that the broker takes
 * @param keepAliveSeconds longest silence that the broker wants in place of the client's; 0 for
 *     any, {@link #NO_WISH} where it has none
 * @param topicAliasMaximum most topic aliases of this connection; 0 for none
 * @param subscriptionIdentifiers whether subscriptions may have identifiers
 * @param sessionExpirySeconds how long the broker keeps the session once its connection has ended,
 *     or {@link SessionExpiry#AS_ASKED}
 */
public record ConnAck(
    boolean sessionPresent,
    int code,
    int receiveMaximum,
    int maximumQos,
    long maximumPacketBytes,
    int keepAliveSeconds,
    int topicAliasMaximum,
    boolean subscriptionIdentifiers,
    long sessionExpirySeconds) {

  /** Of a broker that keeps to the client's keep-alive. */
  public static final int NO_WISH = -1;

  private static final String NAME = "CONNACK";

  /** Highest return code of MQTT 3.1.1 (3.2.2.3). */
  private static final int LAST_OF_3 = 5;

  /** The limits of a broker, as its properties give them. */
  private static final class Limits implements PacketProperties.Visitor {
    private int receiveMaximum = 65_535;
    private int maximumQos = 2;
    private long maximumPacketBytes = Long.MAX_VALUE;
    private int keepAliveSeconds = NO_WISH;
    private int topicAliasMaximum;
    private boolean subscriptionIdentifiers = true;
    private long sessionExpirySeconds = SessionExpiry.AS_ASKED;

    @Override
    public void onNumber(int property, long value) {
      switch (property) {
        case PacketProperties.SESSION_EXPIRY -> sessionExpirySeconds = value;
        case PacketProperties.RECEIVE_MAXIMUM -> receiveMaximum = (int) value;
        case PacketProperties.SERVER_KEEP_ALIVE -> keepAliveSeconds = (int) value;
        case PacketProperties.MAXIMUM_QOS -> maximumQos = (int) value;
        case PacketProperties.MAXIMUM_PACKET_SIZE -> maximumPacketBytes = value;
        case PacketProperties.TOPIC_ALIAS_MAXIMUM -> topicAliasMaximum = (int) value;
        case PacketProperties.SUBSCRIPTION_IDENTIFIERS_AVAILABLE ->
            subscriptionIdentifiers = value == 1;
        default -> {}
      }
    }
  }

  /** Reads one whose fixed header was read. */
  public static ConnAck read(ByteBuf in, int end, Protocol protocol) throws MqttException {
    int flags = PacketFields.readByte(in, end, NAME, "acknowledge flags");
    if (flags > 1) {
      throw new MqttViolationException(
          NAME,
          "its acknowledge flags are 0x%02x, and only bit 0 may be set (MQTT, 3.2.2.1)"
              .formatted(flags));
    }
    int code = PacketFields.readByte(in, end, NAME, "reason code");
    Limits limits = new Limits();
    if (protocol == Protocol.MQTT_5 && !isOfVersion3(in, end, code)) {
      PacketProperties.read(in, end, NAME, PacketProperties.OF_CONNACK, limits);
    }
    PacketFields.end(in, end, NAME);
    return new ConnAck(
        flags == 1,
        code,
        limits.receiveMaximum,
        limits.maximumQos,
        limits.maximumPacketBytes,
        limits.keepAliveSeconds,
        limits.topicAliasMaximum,
        limits.subscriptionIdentifiers,
        limits.sessionExpirySeconds);
  }

  /** A broker without MQTT 5 refuses it in words of its own version (MQTT 5, 3.1.2.2). */
  private static boolean isOfVersion3(ByteBuf in, int end, int code) {
    return code >= 1 && code <= LAST_OF_3 && in.readerIndex() == end;
  }

  /** Why one that follows another on the same connection is malformed. */
  public static MqttViolationException second() {
    return new MqttViolationException(NAME, "it is the second on this connection (MQTT, 3.2)");
  }

  /**
   * Goes on only if the session is open, and kept for as long as it is needed.
   *
   * @param broker its address, for messages
   * @param asked what the client asked for
   * @param clean whether it asked for a session of its own
   * @throws MqttException with the broker's reason
   */
  public void requireAccepted(String broker, ConnectFields asked, boolean clean)
      throws MqttException {
    if (code != 0) {
      throw new MqttException(
          broker
              + " refused the connection: "
              + ReasonCodes.connect(
                  code, code <= LAST_OF_3 ? Protocol.MQTT_3_1_1 : asked.protocol()));
    }
    if (clean && sessionPresent) {
      throw new MqttViolationException(
          NAME, "it says that a session is present after a clean start (MQTT, 3.2.2.1)");
    }
    Optional<String> tooShort =
        SessionExpiry.refusal(sessionExpirySeconds, asked.mqtt5(), asked.sessionsNeeded());
    if (!clean && tooShort.isPresent()) {
      throw new MqttException(tooShort.get());
    }
  }
}
