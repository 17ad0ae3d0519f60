package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Will;
import io.brokerbench.core.scenario.Qos;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * The will of one client, as CONNECT carries it (3.1.3.2 and 3.1.3.3). It is published at once, and
 * not retained. Immutable.
 */
public final class WillMessage {

  private static final int WILL = 0x04;
  private static final int QOS_SHIFT = 3;

  private final byte[] topic;
  private final Qos qos;
  private final int payloadBytes;
  private final Will words;

  public WillMessage(PublisherSpec spec, Will words) {
    this.topic = spec.topic().getBytes(StandardCharsets.UTF_8);
    this.qos = spec.qos();
    this.payloadBytes = spec.payloadBytes();
    this.words = words;
  }

  /** Its part of CONNECT's flags. */
  int flags() {
    return WILL | (qos.level() << QOS_SHIFT);
  }

  /** Bytes that it adds to CONNECT. */
  public int bytes(boolean mqtt5) {
    return (mqtt5 ? 1 : 0) + 2 + topic.length + 2 + payloadBytes;
  }

  /** Appends it to CONNECT's payload. */
  void write(ByteBuf out, boolean mqtt5) {
    if (mqtt5) {
      out.writeByte(0); // no properties
    }
    out.writeShort(topic.length).writeBytes(topic);
    out.writeShort(payloadBytes);
    out.writeLong(words.word0()).writeLong(words.word1()).writeLong(words.word2());
    out.writeZero(payloadBytes - 3 * Long.BYTES);
  }
}
