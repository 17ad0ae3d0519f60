package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.scenario.Protocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Finds the packets in a connection's bytes, in place, and checks their fixed headers.
 *
 * <p>Only a packet that is split over reads is copied: its beginning is kept until the rest has
 * come. The copy grows with what has come: what a broker announces reserves at most {@value
 * #RESERVED_BYTES} bytes. Not safe for use by several threads.
 */
public final class PacketReader {

  /** What the other parts of a packet may have besides the payload: topic, properties. */
  private static final int SLACK_BYTES = 1 << 20;

  private static final int RESERVED_BYTES = 64 * 1024;

  private static final int WHOLE = 0;
  private static final int INCOMPLETE = -1;

  private final Protocol protocol;
  private final int[] mostRemaining;
  private final int limitBytes;

  private ByteBuf partial;

  /** Gets the packets. */
  @FunctionalInterface
  public interface Handler {

    /**
     * One whole packet.
     *
     * @param header first byte: type and flags
     * @param in to be read from its reader index on; where it is left does not matter
     * @param end index of the first byte after the packet
     */
    void onPacket(int header, ByteBuf in, int end, long nanos) throws MqttException;
  }

  /**
   * A reader without bytes.
   *
   * @param limitBytes longest packet that is accepted
   */
  public PacketReader(Protocol protocol, int limitBytes) {
    this.protocol = protocol;
    this.mostRemaining = FixedHeader.mostRemaining(protocol);
    this.limitBytes = limitBytes;
  }

  /** The longest packet that a client accepts whose messages have payloads up to some size. */
  public static int limitFor(int payloadBytes) {
    return (int) Math.min(FixedHeader.MOST_BYTES, (long) payloadBytes + SLACK_BYTES);
  }

  public int limitBytes() {
    return limitBytes;
  }

  /**
   * Hands over all whole packets. Does not release {@code in}; handlers must not call {@link
   * #release}.
   *
   * @throws MqttViolationException for a packet that must not come; what follows it must not be
   *     read
   */
  public void read(ByteBuf in, long nanos, ByteBufAllocator allocator, Handler handler)
      throws MqttException {
    if (partial == null) {
      int needed = readWhole(in, nanos, handler);
      if (needed != WHOLE) {
        int reserved = Math.max(in.readableBytes(), Math.min(needed, RESERVED_BYTES));
        partial = allocator.buffer(reserved).writeBytes(in);
      }
      return;
    }
    partial.writeBytes(in);
    if (readWhole(partial, nanos, handler) == WHOLE) {
      release();
    } else if (partial.readerIndex() > 0) {
      partial.discardReadBytes();
    }
  }

  /** Drops what is kept of a split packet. */
  public void release() {
    if (partial != null) {
      partial.release();
      partial = null;
    }
  }

  /**
   * Returns how many bytes the packet has, as far as that is known, that is not whole yet; or 0.
   */
  private int readWhole(ByteBuf in, long nanos, Handler handler) throws MqttException {
    int stop = in.writerIndex();
    int start = in.readerIndex();
    while (start < stop) {
      if (stop - start < 2) {
        in.readerIndex(start);
        return firstBytes(in.getUnsignedByte(start), 1);
      }
      int first = in.getUnsignedShort(start);
      int header = first >> 8;
      int remaining = first & 127;
      int at = start + 2;
      if (remaining != (first & 255)) {
        int bytes = lengthBytes(in, header, start + 1, stop);
        if (bytes == INCOMPLETE) {
          in.readerIndex(start);
          return firstBytes(header, stop - start);
        }
        remaining = length(in, start + 1, bytes);
        at = start + 1 + bytes;
      }
      if (remaining > mostRemaining[header] || at - start + remaining > limitBytes) {
        throw refused(header, at - start, remaining);
      }
      int end = at + remaining;
      if (end > stop) {
        in.readerIndex(start);
        return end - start;
      }
      in.readerIndex(at);
      handler.onPacket(header, in, end, nanos);
      start = end;
    }
    in.readerIndex(stop);
    return WHOLE;
  }

  /** Returns how many bytes a remaining length has (2.1.4), or that its last has not come. */
  private int lengthBytes(ByteBuf in, int header, int at, int stop) throws MqttViolationException {
    for (int bytes = 1; bytes <= 4; bytes++) {
      if (at + bytes > stop) {
        return INCOMPLETE;
      }
      byte digit = in.getByte(at + bytes - 1);
      if (digit == 0 && bytes > 1 && protocol == Protocol.MQTT_5) {
        throw notALength(header, true);
      }
      if (digit >= 0) {
        return bytes;
      }
    }
    throw notALength(header, false);
  }

  private static int length(ByteBuf in, int at, int bytes) {
    int value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (in.getByte(at + i) & 127) << (7 * i);
    }
    return value;
  }

  private int firstBytes(int header, int bytes) throws MqttViolationException {
    if (mostRemaining[header] < 0) {
      throw FixedHeader.forbidden(header, protocol);
    }
    return bytes + 1;
  }

  private MqttViolationException refused(int header, int headerBytes, int remaining) {
    if (mostRemaining[header] < 0) {
      return FixedHeader.forbidden(header, protocol);
    }
    return remaining > mostRemaining[header]
        ? FixedHeader.tooLong(header, remaining, protocol)
        : FixedHeader.tooLarge(header, headerBytes + remaining, limitBytes, protocol);
  }

  private MqttViolationException notALength(int header, boolean padded) {
    if (mostRemaining[header] < 0) {
      return FixedHeader.forbidden(header, protocol);
    }
    return new MqttViolationException(
        FixedHeader.name(header),
        padded
            ? "its remaining length has more bytes than it needs (MQTT 5, 1.5.5)"
            : "its remaining length has more than 4 bytes (MQTT, 2.1.4)");
  }
}
