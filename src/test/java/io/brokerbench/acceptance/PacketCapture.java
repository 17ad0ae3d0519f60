package io.brokerbench.acceptance;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a capture file of tcpdump: the classic format of libpcap (see pcap-savefile(5)) with
 * nanoseconds, Ethernet frames as the loopback interface of Linux has them, IPv4, TCP.
 */
final class PacketCapture {

  private static final int MAGIC_NANOSECONDS = 0xA1B23C4D;
  private static final int FILE_HEADER = 24;
  private static final int ETHERNET = 1;
  private static final int ETHERNET_HEADER = 14;
  private static final int IPV4 = 0x0800;
  private static final int TCP = 6;

  /**
   * Bytes of a TCP connection in one packet.
   *
   * @param nanos when it passed, since the epoch
   * @param sourcePort who sent it
   * @param destinationPort who gets it
   * @param sequence number of its first byte in what this end of the connection sends
   * @param payload what is in it
   */
  record Segment(
      long nanos, int sourcePort, int destinationPort, int sequence, ByteBuffer payload) {}

  private PacketCapture() {}

  /** All segments that hold anything, in the order in which they passed. */
  static List<Segment> read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.getInt(0) != MAGIC_NANOSECONDS) {
      bytes.order(ByteOrder.BIG_ENDIAN);
    }
    if (bytes.getInt(0) != MAGIC_NANOSECONDS || bytes.getInt(20) != ETHERNET) {
      throw new IOException(file + ": not Ethernet frames with nanoseconds");
    }
    List<Segment> segments = new ArrayList<>();
    bytes.position(FILE_HEADER);
    while (bytes.remaining() >= 16) {
      long nanos = Integer.toUnsignedLong(bytes.getInt()) * 1_000_000_000L + bytes.getInt();
      int length = bytes.getInt();
      bytes.getInt();
      if (length > bytes.remaining()) {
        break;
      }
      frame(nanos, bytes.slice(bytes.position(), length), segments::add);
      bytes.position(bytes.position() + length);
    }
    return segments;
  }

  private static void frame(long nanos, ByteBuffer frame, Consumer<Segment> segments) {
    if (frame.limit() < ETHERNET_HEADER + 40 || frame.getShort(12) != IPV4) {
      return;
    }
    ByteBuffer ip = frame.slice(ETHERNET_HEADER, frame.limit() - ETHERNET_HEADER);
    int ipHeader = (ip.get(0) & 0xF) * 4;
    int total = Math.min(ip.getShort(2) & 0xFFFF, ip.limit());
    if (ip.get(9) != TCP) {
      return;
    }
    int payload = ipHeader + ((ip.get(ipHeader + 12) & 0xF0) >>> 2);
    if (payload < total) {
      segments.accept(
          new Segment(
              nanos,
              ip.getShort(ipHeader) & 0xFFFF,
              ip.getShort(ipHeader + 2) & 0xFFFF,
              ip.getInt(ipHeader + 4),
              ip.slice(payload, total - payload)));
    }
  }
}
