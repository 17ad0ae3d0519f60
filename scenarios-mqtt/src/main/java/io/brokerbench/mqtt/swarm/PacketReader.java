package io.brokerbench.mqtt.swarm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Finds the packets in a connection's bytes, in place.
 *
 * <p>Only a packet that is split over reads is copied: its beginning is kept until the rest has
 * come. Not safe for use by several threads.
 */
final class PacketReader {

  /** Longest packet that MQTT has (2.2.3). */
  private static final int MAX_REMAINING = 268_435_455;

  private static final int INCOMPLETE = -1;

  private ByteBuf partial;

  /** Gets the packets. */
  @FunctionalInterface
  interface Handler {

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
   * Hands over all whole packets. Does not release {@code in}; handlers must not call {@link
   * #release}.
   */
  void read(ByteBuf in, long nanos, ByteBufAllocator allocator, Handler handler)
      throws MqttException {
    if (partial == null) {
      readWhole(in, nanos, handler);
      if (in.isReadable()) {
        int needed = Math.max(packetBytes(in), in.readableBytes());
        partial = allocator.buffer(needed).writeBytes(in);
      }
      return;
    }
    partial.writeBytes(in);
    readWhole(partial, nanos, handler);
    if (!partial.isReadable()) {
      release();
    } else if (partial.readerIndex() > 0) {
      partial.discardReadBytes();
    }
  }

  /** Drops what is kept of a split packet. */
  void release() {
    if (partial != null) {
      partial.release();
      partial = null;
    }
  }

  private static void readWhole(ByteBuf in, long nanos, Handler handler) throws MqttException {
    while (in.isReadable()) {
      int start = in.readerIndex();
      int bytes = packetBytes(in);
      if (bytes == INCOMPLETE || in.readableBytes() < bytes) {
        return;
      }
      int end = start + bytes;
      int header = in.readUnsignedByte();
      readVariableInteger(in);
      handler.onPacket(header, in, end, nanos);
      in.readerIndex(end);
    }
  }

  /** Length of the packet that begins here, fixed header included; -1 if that can't be told yet. */
  private static int packetBytes(ByteBuf in) throws MqttException {
    int start = in.readerIndex();
    int available = in.readableBytes();
    int remaining = 0;
    for (int i = 1; i <= 4; i++) {
      if (i >= available) {
        return INCOMPLETE;
      }
      byte digit = in.getByte(start + i);
      remaining |= (digit & 127) << (7 * (i - 1));
      if (digit >= 0) {
        return 1 + i + remaining;
      }
    }
    throw new MqttException(
        "the broker sent a packet whose length is not an MQTT length (at most "
            + MAX_REMAINING
            + ")");
  }

  /**
   * Checks that a packet has some more bytes.
   *
   * @param end index of the first byte after the packet
   */
  static void need(ByteBuf in, int end, int bytes) throws MqttException {
    if (end - in.readerIndex() < bytes) {
      throw new MqttException("the broker sent a packet that is shorter than its parts");
    }
  }

  /** Passes over a part of a packet. */
  static void skip(ByteBuf in, int end, int bytes) throws MqttException {
    need(in, end, bytes);
    in.skipBytes(bytes);
  }

  /** Reads a variable byte integer of a packet that ends at an index. */
  static int readVariableInteger(ByteBuf in, int end) throws MqttException {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      need(in, end, 1);
      byte digit = in.readByte();
      value |= (digit & 127) << shift;
      if (digit >= 0) {
        return value;
      }
    }
    throw new MqttException("the broker sent a variable byte integer of more than four bytes");
  }

  /** Reads a variable byte integer that is known to be whole. */
  static int readVariableInteger(ByteBuf in) throws MqttException {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      byte digit = in.readByte();
      value |= (digit & 127) << shift;
      if (digit >= 0) {
        return value;
      }
    }
    throw new MqttException("the broker sent a variable byte integer of more than four bytes");
  }
}
