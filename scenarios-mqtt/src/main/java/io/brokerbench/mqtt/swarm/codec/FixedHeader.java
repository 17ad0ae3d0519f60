package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.scenario.Protocol;
import java.util.Arrays;

/** What MQTT allows in the first bytes of a packet that a broker sends (2.1). */
public final class FixedHeader {

  /** Longest remaining length that MQTT has (2.1.4; in 3.1.1, 2.2.3). */
  static final int MOST_REMAINING = 268_435_455;

  /** Most bytes of a packet: type, flags, the length itself and what remains. */
  public static final int MOST_BYTES = 5 + MOST_REMAINING;

  private static final int FORBIDDEN = -1;
  private static final int UNSUBACK = 0xB0;
  private static final int ACKNOWLEDGED = 2;

  private static final String[] NAMES = {
    "packet of type 0",
    "CONNECT",
    "CONNACK",
    "PUBLISH",
    "PUBACK",
    "PUBREC",
    "PUBREL",
    "PUBCOMP",
    "SUBSCRIBE",
    "SUBACK",
    "UNSUBSCRIBE",
    "UNSUBACK",
    "PINGREQ",
    "PINGRESP",
    "DISCONNECT",
    "AUTH"
  };

  private static final int[] MOST_3 = most(Protocol.MQTT_3_1_1);
  private static final int[] MOST_5 = most(Protocol.MQTT_5);

  private FixedHeader() {}

  /**
   * The largest remaining length that a packet may have, by its first byte; -1 where a broker must
   * not send such a byte.
   */
  static int[] mostRemaining(Protocol protocol) {
    return protocol == Protocol.MQTT_5 ? MOST_5 : MOST_3;
  }

  private static int[] most(Protocol protocol) {
    boolean v5 = protocol == Protocol.MQTT_5;
    int[] most = new int[256];
    Arrays.fill(most, FORBIDDEN);
    int more = v5 ? MOST_REMAINING : ACKNOWLEDGED;
    most[ClientPackets.CONNACK] = more;
    most[ClientPackets.PUBACK] = more;
    most[ClientPackets.PUBREC] = more;
    most[ClientPackets.PUBREL] = more;
    most[ClientPackets.PUBCOMP] = more;
    most[ClientPackets.SUBACK] = MOST_REMAINING;
    most[UNSUBACK] = more;
    most[ClientPackets.PINGRESP] = 0;
    if (v5) {
      most[ClientPackets.DISCONNECT] = MOST_REMAINING;
    }
    for (int flags = 0; flags < 16; flags++) {
      boolean again = (flags & ClientPackets.DUP) != 0;
      int qos = (flags >> 1) & 3;
      if (qos != 3 && !(again && qos == 0)) {
        most[ClientPackets.PUBLISH | flags] = MOST_REMAINING;
      }
    }
    return most;
  }

  /** The packet's name, as MQTT writes it. */
  public static String name(int header) {
    return NAMES[header >> 4];
  }

  /** Which rule a first byte breaks. */
  static MqttViolationException forbidden(int header, Protocol protocol) {
    int type = header & 0xF0;
    int flags = header & 0x0F;
    String rule =
        switch (type) {
          case 0 -> "MQTT has no such type (MQTT, 2.1.2)";
          case ClientPackets.CONNECT, ClientPackets.SUBSCRIBE & 0xF0, 0xA0, ClientPackets.PINGREQ ->
              "only clients send it (MQTT, 2.1.2)";
          case 0xF0 ->
              protocol == Protocol.MQTT_5
                  ? "this client asked for no authentication method (MQTT 5, 4.12)"
                  : "MQTT 3.1.1 has no such type (MQTT, 2.1.2)";
          case ClientPackets.PUBLISH -> publishFlags(flags);
          default ->
              type == ClientPackets.DISCONNECT && protocol != Protocol.MQTT_5
                  ? "with MQTT 3.1.1 only clients send it (MQTT 3.1.1, 3.14)"
                  : "its flags are 0x%x, and must be 0x%x (MQTT, 2.1.3)"
                      .formatted(flags, type == (ClientPackets.PUBREL & 0xF0) ? 2 : 0);
        };
    return new MqttViolationException(name(header), rule);
  }

  private static String publishFlags(int flags) {
    return ((flags >> 1) & 3) == 3
        ? "its QoS is 3, and 2 is the highest (MQTT, 3.3.1.2)"
        : "its DUP flag is set with QoS 0 (MQTT, 3.3.1.1)";
  }

  /** Which rule a length breaks that the type of the packet forbids. */
  static MqttViolationException tooLong(int header, int remaining, Protocol protocol) {
    int most = mostRemaining(protocol)[header];
    return new MqttViolationException(
        name(header),
        "its remaining length is %d, and must be %d (MQTT%s, 2.1.4)"
            .formatted(remaining, most, most == 0 ? "" : " 3.1.1"));
  }

  /** A packet beyond the limit of the client. */
  static MqttViolationException tooLarge(int header, long bytes, int limit, Protocol protocol) {
    return new MqttViolationException(
        name(header),
        "it has %d bytes, and this client %s %d at most%s"
            .formatted(
                bytes,
                protocol == Protocol.MQTT_5 ? "announced" : "accepts",
                limit,
                protocol == Protocol.MQTT_5 ? " (MQTT 5, 3.1.2.11.4)" : ""));
  }
}
