package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.payload.PayloadForm;
import io.brokerbench.core.payload.ProofPlace;
import io.brokerbench.core.payload.SizeTable;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What all PUBLISH packets (3.3) of one publisher share, encoded once. Confined to its publisher's
 * thread.
 *
 * <p>With a topic alias there are two: the one of the first message of a connection, which gives
 * the topic its number, and the one of those that follow, which have the number alone.
 */
public final class PublishTemplate {

  private static final int HEADER_BYTES = 3 * Long.BYTES;

  /** The rest of a payload, after the header: zeros, shared by all publishers of one size. */
  private static final ConcurrentMap<Integer, byte[]> PADDINGS = new ConcurrentHashMap<>();

  /** The number of a publisher's one topic. */
  private static final int ALIAS = 1;

  /** Of the digits from the first property on: its identifier, its name, and two lengths. */
  private static final int DIGITS_IN_PROPERTIES = 1 + 2 + ProofPlace.PROPERTY.length() + 2;

  private final byte[] head;

  /** At the beginning of each payload; 0 where a user property has the header. */
  private final int headerBytes;

  /** Null where the payload has the header. */
  private final byte[] digits;

  private final int digitsOffset;
  private final byte[] padding;

  /** Null for a header and zeros. */
  private final PayloadForm form;

  /** Null where all payloads have one size. */
  private final SizeTable sizes;

  private final int fixedHeaderBytes;
  private final int packetIdOffset;

  /** Of the correlation data; -1 where there is none. */
  private final int correlationOffset;

  /** A template without properties. */
  public PublishTemplate(PublisherSpec spec, Protocol protocol) {
    this(spec, protocol, spec.topic(), Mqtt5Settings.NONE);
  }

  /** The template of the first message of a connection. */
  public static PublishTemplate first(
      PublisherSpec spec, Protocol protocol, Mqtt5Settings settings) {
    return new PublishTemplate(spec, protocol, spec.topic(), settings);
  }

  /** The template of all messages but the first of a connection, where that is another one. */
  public static PublishTemplate aliased(
      PublisherSpec spec, Protocol protocol, Mqtt5Settings settings) {
    return new PublishTemplate(spec, protocol, "", settings);
  }

  /** The templates of all topics of a publisher, to which its messages go in turn. */
  public static PublishTemplate[] ofTopics(
      PublisherSpec spec, Protocol protocol, Mqtt5Settings settings) {
    return spec.topics().stream()
        .map(topic -> new PublishTemplate(spec, protocol, topic, settings))
        .toArray(PublishTemplate[]::new);
  }

  private PublishTemplate(
      PublisherSpec spec, Protocol protocol, String topicText, Mqtt5Settings settings) {
    byte[] topic = topicText.getBytes(StandardCharsets.UTF_8);
    boolean identified = spec.qos() != Qos.AT_MOST_ONCE;
    boolean v5 = protocol == Protocol.MQTT_5;
    headerBytes = spec.provesByProperty() ? 0 : HEADER_BYTES;
    digits = spec.provesByProperty() ? new byte[ProofPlace.DIGITS] : null;
    ByteBuf properties = properties(spec, settings);
    int propertiesLength = v5 ? properties.readableBytes() : 0;
    int variableHeader =
        2
            + topic.length
            + (identified ? 2 : 0)
            + (v5 ? ClientPackets.variableIntegerBytes(propertiesLength) + propertiesLength : 0);
    ByteBuf bytes = Unpooled.buffer(5 + variableHeader);
    bytes.writeByte(ClientPackets.PUBLISH | (spec.qos().level() << 1) | (spec.retain() ? 1 : 0));
    ClientPackets.writeVariableInteger(bytes, variableHeader + spec.payloadBytes());
    fixedHeaderBytes = bytes.writerIndex();
    bytes.writeShort(topic.length).writeBytes(topic);
    packetIdOffset = identified ? bytes.writerIndex() : -1;
    if (identified) {
      bytes.writeShort(0);
    }
    if (v5) {
      ClientPackets.writeVariableInteger(bytes, propertiesLength);
      digitsOffset = bytes.writerIndex() + DIGITS_IN_PROPERTIES;
      bytes.writeBytes(properties);
    } else {
      digitsOffset = -1;
    }
    correlationOffset =
        v5 && spec.responseTopic().isPresent() ? bytes.writerIndex() - Long.BYTES : -1;
    head = new byte[bytes.readableBytes()];
    bytes.readBytes(head);
    form = spec.form().orElse(null);
    padding =
        form != null
            ? new byte[0]
            : PADDINGS.computeIfAbsent(spec.payloadBytes() - headerBytes, byte[]::new);
    sizes = spec.sizes().orElse(null);
  }

  /** The properties of MQTT 5; correlation data, of eight bytes, is the last. */
  private static ByteBuf properties(PublisherSpec spec, Mqtt5Settings settings) {
    ByteBuf out = Unpooled.buffer();
    if (spec.provesByProperty()) { // the first, so that its place is known
      out.writeByte(PacketProperties.USER_PROPERTY);
      writeText(out, ProofPlace.PROPERTY);
      writeText(out, "0".repeat(ProofPlace.DIGITS));
    }
    settings
        .messageExpiry()
        .ifPresent(
            expiry ->
                out.writeByte(PacketProperties.MESSAGE_EXPIRY).writeInt((int) expiry.toSeconds()));
    if (settings.usesTopicAliases()) {
      out.writeByte(PacketProperties.TOPIC_ALIAS).writeShort(ALIAS);
    }
    settings
        .userProperties()
        .orElse(Map.of())
        .forEach(
            (name, value) -> {
              out.writeByte(PacketProperties.USER_PROPERTY);
              writeText(out, name);
              writeText(out, value);
            });
    spec.responseTopic()
        .ifPresent(
            topic -> {
              out.writeByte(PacketProperties.RESPONSE_TOPIC);
              writeText(out, topic);
              out.writeByte(PacketProperties.CORRELATION_DATA).writeShort(Long.BYTES).writeLong(0);
            });
    return out;
  }

  private static void writeText(ByteBuf out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeShort(bytes.length).writeBytes(bytes);
  }

  /** Most bytes that {@link #writeEmptyRetained} appends: a character has up to three of UTF-8. */
  public static int mostEmptyBytes(String topic) {
    return 5 + 2 + 3 * topic.length() + 1;
  }

  /**
   * Appends a packet of QoS 0 with RETAIN and without a payload, which removes what the broker
   * retains for the topic (3.3.1.3).
   */
  public static void writeEmptyRetained(ByteBuf out, String topic, Protocol protocol) {
    byte[] name = topic.getBytes(StandardCharsets.UTF_8);
    boolean v5 = protocol == Protocol.MQTT_5;
    out.writeByte(ClientPackets.PUBLISH | 1);
    ClientPackets.writeVariableInteger(out, 2 + name.length + (v5 ? 1 : 0));
    out.writeShort(name.length).writeBytes(name);
    if (v5) {
      out.writeByte(0);
    }
  }

  /** Length of a packet; of the longest, where payloads are of several sizes. */
  public int bytes() {
    return head.length + (form == null ? headerBytes + padding.length : form.bytes());
  }

  /** The most that one message's packet takes. */
  public int bytes(long word1) {
    return sizes == null ? bytes() : head.length + sizes.of(word1);
  }

  /**
   * Appends a packet.
   *
   * @param packetId 0 with QoS 0
   * @param flags to be set in the first byte besides the template's
   */
  public void write(ByteBuf out, int packetId, int flags, long word0, long word1, long word2) {
    if (sizes != null) {
      writeSized(out, packetId, flags, word0, word1, word2);
      return;
    }
    int start = out.writerIndex();
    out.writeBytes(head);
    if (flags != 0) {
      out.setByte(start, head[0] | flags);
    }
    if (packetIdOffset >= 0) {
      out.setShort(start + packetIdOffset, packetId);
    }
    if (correlationOffset >= 0) {
      out.setLong(start + correlationOffset, word1);
    }
    writeDigits(out, start, word0, word1, word2);
    if (form != null) {
      out.writeBytes(form.stamped(word0, word1, word2));
      return;
    }
    writeHeaderAndZeros(out, padding.length, word0, word1, word2);
  }

  /** The fixed header has the length of this packet, and what follows it is that of all. */
  private void writeSized(
      ByteBuf out, int packetId, int flags, long word0, long word1, long word2) {
    int size = sizes.of(word1);
    int rest = head.length - fixedHeaderBytes;
    out.writeByte(head[0] | flags);
    ClientPackets.writeVariableInteger(out, rest + size);
    int start = out.writerIndex() - fixedHeaderBytes;
    out.writeBytes(head, fixedHeaderBytes, rest);
    if (packetIdOffset >= 0) {
      out.setShort(start + packetIdOffset, packetId);
    }
    if (correlationOffset >= 0) {
      out.setLong(start + correlationOffset, word1);
    }
    writeDigits(out, start, word0, word1, word2);
    writeHeaderAndZeros(out, size - headerBytes, word0, word1, word2);
  }

  private void writeDigits(ByteBuf out, int start, long word0, long word1, long word2) {
    if (digits != null) {
      ProofPlace.write(digits, word0, word1, word2);
      out.setBytes(start + digitsOffset, digits);
    }
  }

  private void writeHeaderAndZeros(ByteBuf out, int zeros, long word0, long word1, long word2) {
    if (digits == null) {
      out.writeLong(word0);
      out.writeLong(word1);
      out.writeLong(word2);
    }
    out.writeBytes(padding, 0, zeros);
  }
}
