package io.brokerbench.mqtt.swarm;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The PUBLISH packets that wait for their acknowledgement, by packet identifier, to be sent again
 * on the next connection (4.4). Allocates nothing for a packet once it has grown. Confined to its
 * lane's thread.
 */
final class UnacknowledgedPackets {

  private static final int SMALLEST = 8;

  /** By identifier less 1, each at least as long as its packet. */
  private byte[][] packets = new byte[SMALLEST][];

  /** 0 where there is no packet. */
  private int[] lengths = new int[SMALLEST];

  private long bytes;

  /** Bytes of all packets. */
  long bytes() {
    return bytes;
  }

  /** Keeps a copy of a packet that lies in a buffer. */
  void add(int packetId, ByteBuf from, int start, int length) {
    if (packetId > packets.length) {
      int capacity = Math.max(packetId, 2 * packets.length);
      packets = Arrays.copyOf(packets, capacity);
      lengths = Arrays.copyOf(lengths, capacity);
    }
    int slot = packetId - 1;
    if (packets[slot] == null || packets[slot].length < length) {
      packets[slot] = new byte[length];
    }
    from.getBytes(start, packets[slot], 0, length);
    lengths[slot] = length;
    bytes += length;
  }

  /** The broker has one of them, or there was none. */
  void remove(int packetId) {
    if (packetId <= lengths.length) {
      bytes -= lengths[packetId - 1];
      lengths[packetId - 1] = 0;
    }
  }

  /** Length of one of them. */
  int length(int packetId) {
    return lengths[packetId - 1];
  }

  /** Appends one of them, with or without the DUP flag. */
  void writeAgain(ByteBuf out, int packetId, int dup) {
    int start = out.writerIndex();
    byte[] packet = packets[packetId - 1];
    out.writeBytes(packet, 0, lengths[packetId - 1]);
    out.setByte(start, packet[0] | dup);
  }
}
