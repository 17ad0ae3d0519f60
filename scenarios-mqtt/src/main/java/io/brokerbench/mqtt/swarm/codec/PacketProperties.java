package io.brokerbench.mqtt.swarm.codec;

import io.netty.buffer.ByteBuf;

/** Reads the properties of a packet of MQTT 5 (2.2.2). */
final class PacketProperties {

  static final int MESSAGE_EXPIRY = 0x02;
  static final int SUBSCRIPTION_IDENTIFIER = 0x0B;
  static final int RESPONSE_TOPIC = 0x08;
  static final int CORRELATION_DATA = 0x09;
  static final int SESSION_EXPIRY = 0x11;
  static final int SERVER_KEEP_ALIVE = 0x13;
  static final int RECEIVE_MAXIMUM = 0x21;
  static final int TOPIC_ALIAS = 0x23;
  static final int MAXIMUM_QOS = 0x24;
  static final int MAXIMUM_PACKET_SIZE = 0x27;

  static final int TOPIC_ALIAS_MAXIMUM = 0x22;
  static final int USER_PROPERTY = 0x26;
  static final int SUBSCRIPTION_IDENTIFIERS_AVAILABLE = 0x29;

  /** What a PUBLISH may have (3.3.2.3). */
  static final long OF_PUBLISH =
      bits(0x01, MESSAGE_EXPIRY, 0x03, RESPONSE_TOPIC, CORRELATION_DATA)
          | bits(SUBSCRIPTION_IDENTIFIER, TOPIC_ALIAS, USER_PROPERTY);

  /** What an acknowledgement may have (3.4.2.2 and after): reason string, user properties. */
  static final long OF_ACKNOWLEDGEMENT = bits(0x1F, USER_PROPERTY);

  /** What a broker's DISCONNECT may have (3.14.2.2): the same, and server reference. */
  static final long OF_DISCONNECT = OF_ACKNOWLEDGEMENT | bits(0x1C);

  /** What a CONNACK may have (3.2.2.3). */
  static final long OF_CONNACK =
      OF_DISCONNECT
          | bits(SESSION_EXPIRY, 0x12, SERVER_KEEP_ALIVE, 0x15, 0x16, 0x1A)
          | bits(RECEIVE_MAXIMUM, TOPIC_ALIAS_MAXIMUM)
          | bits(MAXIMUM_QOS, 0x25, MAXIMUM_PACKET_SIZE, 0x28, 0x29, 0x2A);

  /** Properties that a packet may have more than once, where it may have them at all. */
  private static final long REPEATED = bits(SUBSCRIPTION_IDENTIFIER, USER_PROPERTY);

  /** Properties that are never 0. */
  private static final long POSITIVE =
      bits(SUBSCRIPTION_IDENTIFIER, RECEIVE_MAXIMUM, TOPIC_ALIAS, MAXIMUM_PACKET_SIZE);

  private static final String PROPERTY_LENGTH = "property length";

  private PacketProperties() {}

  /** Gets the properties that are numbers, and where those lie that are not. */
  @FunctionalInterface
  interface Visitor {
    void onNumber(int property, long value) throws MqttViolationException;

    /** Text or binary data; not called for user properties. */
    default void onBytes(int property, int index, int length) {}

    /** A user property: where its name begins, and its value, which ends at the second end. */
    default void onUserProperty(ByteBuf in, int name, int nameEnd, int value, int valueEnd) {}
  }

  private static long bits(int... properties) {
    long bits = 0;
    for (int property : properties) {
      bits |= 1L << property;
    }
    return bits;
  }

  /**
   * Reads them with their length, and checks each: that MQTT has it, the packet may have it, it
   * comes once, is whole and has a value that it may have.
   *
   * @param allowed what the packet may have
   */
  static void read(ByteBuf in, int end, String packet, long allowed, Visitor visitor)
      throws MqttViolationException {
    int bytes = PacketFields.readVariableInteger(in, end, packet, PROPERTY_LENGTH);
    if (bytes == 0) {
      return;
    }
    int left = end - in.readerIndex();
    if (bytes > left) {
      throw new MqttViolationException(
          packet,
          "its property length is %d, and %d %s left (MQTT 5, 2.2.2.1)"
              .formatted(bytes, left, left == 1 ? "byte is" : "bytes are"));
    }
    int propertiesEnd = in.readerIndex() + bytes;
    long seen = 0;
    while (in.readerIndex() < propertiesEnd) {
      int property =
          PacketFields.readVariableInteger(in, propertiesEnd, packet, "property identifier");
      requireAllowed(property, packet, allowed, seen);
      seen |= 1L << property;
      readValue(in, propertiesEnd, packet, property, visitor);
    }
  }

  private static void requireAllowed(int property, String packet, long allowed, long seen)
      throws MqttViolationException {
    String name = name(property);
    if (name == null) {
      throw new MqttViolationException(
          packet, "MQTT has no property 0x%02x (MQTT 5, 2.2.2.2)".formatted(property));
    }
    if ((allowed >>> property & 1) == 0) {
      throw new MqttViolationException(
          packet, "it must not have the property %s (MQTT 5, 2.2.2.2)".formatted(name));
    }
    if (((seen & ~REPEATED) >>> property & 1) == 1) {
      throw new MqttViolationException(
          packet, "it has the property %s more than once (MQTT 5, 2.2.2.2)".formatted(name));
    }
  }

  private static void readValue(ByteBuf in, int end, String packet, int property, Visitor visitor)
      throws MqttViolationException {
    String name = name(property);
    switch (property) {
      case 0x01, 0x17, 0x19, MAXIMUM_QOS, 0x25, 0x28, 0x29, 0x2A -> {
        int value = PacketFields.readByte(in, end, packet, name);
        if (value > 1) {
          throw new MqttViolationException(
              packet, "%s is %d, and 0 or 1 is required (MQTT 5, 3.2.2.3)".formatted(name, value));
        }
        visitor.onNumber(property, value);
      }
      case SERVER_KEEP_ALIVE, RECEIVE_MAXIMUM, TOPIC_ALIAS_MAXIMUM, TOPIC_ALIAS ->
          onNumber(property, PacketFields.readShort(in, end, packet, name), packet, visitor);
      case MESSAGE_EXPIRY, 0x11, 0x18, MAXIMUM_PACKET_SIZE ->
          onNumber(property, PacketFields.readInt(in, end, packet, name), packet, visitor);
      case SUBSCRIPTION_IDENTIFIER ->
          onNumber(
              property, PacketFields.readVariableInteger(in, end, packet, name), packet, visitor);
      case CORRELATION_DATA, 0x16 -> {
        int index = in.readerIndex() + Short.BYTES;
        PacketFields.skipBinary(in, end, packet, name);
        visitor.onBytes(property, index, in.readerIndex() - index);
      }
      case USER_PROPERTY -> {
        int start = in.readerIndex() + Short.BYTES;
        PacketFields.skipText(in, end, packet, "the name of a user property");
        int nameEnd = in.readerIndex();
        PacketFields.skipText(in, end, packet, "the value of a user property");
        visitor.onUserProperty(in, start, nameEnd, nameEnd + Short.BYTES, in.readerIndex());
      }
      default -> {
        int index = in.readerIndex() + Short.BYTES;
        PacketFields.skipText(in, end, packet, name);
        visitor.onBytes(property, index, in.readerIndex() - index);
      }
    }
  }

  private static void onNumber(int property, long value, String packet, Visitor visitor)
      throws MqttViolationException {
    if (value == 0 && (POSITIVE >>> property & 1) == 1) {
      throw new MqttViolationException(
          packet,
          "%s is 0, and at least 1 is required (MQTT 5, %s)"
              .formatted(name(property), section(property)));
    }
    visitor.onNumber(property, value);
  }

  private static String section(int property) {
    return switch (property) {
      case RECEIVE_MAXIMUM -> "3.2.2.3.3";
      case MAXIMUM_PACKET_SIZE -> "3.2.2.3.6";
      case TOPIC_ALIAS -> "3.3.2.3.4";
      default -> "3.3.2.3.8";
    };
  }

  /** The name of a property (2.2.2.2); null where MQTT has none. */
  private static String name(int property) {
    return switch (property) {
      case 0x01 -> "payload format indicator";
      case MESSAGE_EXPIRY -> "message expiry interval";
      case 0x03 -> "content type";
      case RESPONSE_TOPIC -> "response topic";
      case CORRELATION_DATA -> "correlation data";
      case SUBSCRIPTION_IDENTIFIER -> "subscription identifier";
      case 0x11 -> "session expiry interval";
      case 0x12 -> "assigned client identifier";
      case SERVER_KEEP_ALIVE -> "server keep alive";
      case 0x15 -> "authentication method";
      case 0x16 -> "authentication data";
      case 0x17 -> "request problem information";
      case 0x18 -> "will delay interval";
      case 0x19 -> "request response information";
      case 0x1A -> "response information";
      case 0x1C -> "server reference";
      case 0x1F -> "reason string";
      case RECEIVE_MAXIMUM -> "receive maximum";
      case TOPIC_ALIAS_MAXIMUM -> "topic alias maximum";
      case TOPIC_ALIAS -> "topic alias";
      case MAXIMUM_QOS -> "maximum QoS";
      case 0x25 -> "retain available";
      case USER_PROPERTY -> "user property";
      case MAXIMUM_PACKET_SIZE -> "maximum packet size";
      case 0x28 -> "wildcard subscription available";
      case SUBSCRIPTION_IDENTIFIERS_AVAILABLE -> "subscription identifiers available";
      case 0x2A -> "shared subscription available";
      default -> null;
    };
  }
}
