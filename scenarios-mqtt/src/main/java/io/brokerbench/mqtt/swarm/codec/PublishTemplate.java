package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What all PUBLISH packets (3.3) of one publisher share, encoded once. Immutable. */
public final class PublishTemplate {

  private static final int HEADER_BYTES = 3 * Long.BYTES;

  /** The rest of a payload, after the header: zeros, shared by all publishers of one size. */
  private static final ConcurrentMap<Integer, byte[]> PADDINGS = new ConcurrentHashMap<>();

  private final byte[] head;
  private final byte[] padding;
  private final int packetIdOffset;

  /** Of the correlation data; -1 where there is none. */
  private final int correlationOffset;

  public PublishTemplate(PublisherSpec spec, Protocol protocol) {
    byte[] topic = spec.topic().getBytes(StandardCharsets.UTF_8);
    boolean identified = spec.qos() != Qos.AT_MOST_ONCE;
    boolean v5 = protocol == Protocol.MQTT_5;
    byte[] properties = v5 ? properties(spec) : new byte[0];
    int variableHeader = 2 + topic.length + (identified ? 2 : 0) + properties.length;
    ByteBuf bytes = Unpooled.buffer(5 + variableHeader);
    bytes.writeByte(ClientPackets.PUBLISH | (spec.qos().level() << 1) | (spec.retain() ? 1 : 0));
    ClientPackets.writeVariableInteger(bytes, variableHeader + spec.payloadBytes());
    bytes.writeShort(topic.length).writeBytes(topic);
    packetIdOffset = identified ? bytes.writerIndex() : -1;
    if (identified) {
      bytes.writeShort(0);
    }
    bytes.writeBytes(properties);
    correlationOffset = spec.responseTopic().isPresent() ? bytes.writerIndex() - Long.BYTES : -1;
    head = new byte[bytes.readableBytes()];
    bytes.readBytes(head);
    padding = PADDINGS.computeIfAbsent(spec.payloadBytes() - HEADER_BYTES, byte[]::new);
  }

  /** The properties of MQTT 5 with their length; correlation data, of eight bytes, is the last. */
  private static byte[] properties(PublisherSpec spec) {
    if (spec.responseTopic().isEmpty()) {
      return new byte[1];
    }
    byte[] topic = spec.responseTopic().get().getBytes(StandardCharsets.UTF_8);
    ByteBuf bytes = Unpooled.buffer();
    ClientPackets.writeVariableInteger(bytes, 3 + topic.length + 3 + Long.BYTES);
    bytes.writeByte(PacketProperties.RESPONSE_TOPIC).writeShort(topic.length).writeBytes(topic);
    bytes.writeByte(PacketProperties.CORRELATION_DATA).writeShort(Long.BYTES).writeLong(0);
    byte[] all = new byte[bytes.readableBytes()];
    bytes.readBytes(all);
    return all;
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

  /** Length of a packet. */
  public int bytes() {
    return head.length + HEADER_BYTES + padding.length;
  }

  /**
   * Appends a packet.
   *
   * @param packetId 0 with QoS 0
   * @param flags to be set in the first byte besides the template's
   */
  public void write(ByteBuf out, int packetId, int flags, long word0, long word1, long word2) {
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
    out.writeLong(word0);
    out.writeLong(word1);
    out.writeLong(word2);
    out.writeBytes(padding);
  }
}
