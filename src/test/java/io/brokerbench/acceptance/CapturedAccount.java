package io.brokerbench.acceptance;

import io.brokerbench.core.base.MessageHeader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The account of a run with QoS 1 (MQTT 3.1.1) as its packets have it, over however many
 * connections: which messages went to the broker, which of them it acknowledged, and which it
 * delivered. The segments of each connection are put together by their sequence numbers, as several
 * processors may write to one capture in another order than they sent.
 *
 * <p>Where a connection is reset, the kernel discards what the client has not read yet. So what has
 * reached the client is between what it has confirmed and what has come.
 */
final class CapturedAccount {

  private static final int CONNECT = 1;
  private static final int PUBLISH = 3;
  private static final int PUBACK = 4;

  private final byte[] topicPrefix;
  private final Map<Long, Connection> connections = new HashMap<>();
  private final Set<Long> published = new HashSet<>();
  private final Set<Long> acknowledged = new HashSet<>();
  private final Set<Long> delivered = new HashSet<>();
  private long deliveries;
  private long confirmed;

  /**
   * Reads a capture.
   *
   * @param topicPrefix with which the topics of this run begin, and of no other
   */
  CapturedAccount(List<PacketCapture.Segment> segments, String topicPrefix) {
    this.topicPrefix = topicPrefix.getBytes(StandardCharsets.US_ASCII);
    segments.forEach(this::add);
    connections.values().forEach(Connection::requireWhole);
  }

  /** Distinct messages that went to the broker. */
  long published() {
    return published.size();
  }

  /** Of these, those of which a PUBACK came back. */
  long acknowledged() {
    return acknowledged.size();
  }

  /** Distinct messages that came from the broker. */
  long delivered() {
    return delivered.size();
  }

  /** Deliveries, again and again as well, that came from the broker. */
  long deliveries() {
    return deliveries;
  }

  /** Of these, those that the client has acknowledged. */
  long confirmed() {
    return confirmed;
  }

  private void add(PacketCapture.Segment segment) {
    long up = (long) segment.sourcePort() << 16 | segment.destinationPort();
    long down = (long) segment.destinationPort() << 16 | segment.sourcePort();
    ByteBuffer bytes = segment.payload();
    if (beginsConnection(bytes)) {
      Connection before = connections.get(up);
      if (before == null || before.up.next != segment.sequence() + bytes.limit()) {
        connections.put(up, new Connection());
      }
    }
    if (connections.containsKey(up)) {
      connections.get(up).add(connections.get(up).up, segment);
    } else if (connections.containsKey(down)) {
      connections.get(down).add(connections.get(down).down, segment);
    }
  }

  private static boolean beginsConnection(ByteBuffer bytes) {
    return bytes.limit() > 12
        && (bytes.get(0) & 0xFF) >>> 4 == CONNECT
        && StandardCharsets.US_ASCII.decode(bytes.slice(0, 12)).toString().contains("MQTT");
  }

  /** A connection of a client. */
  private final class Connection {
    private final Map<Integer, Long> unacknowledged = new HashMap<>();
    private final Set<Integer> unconfirmed = new HashSet<>();
    private boolean ofRun;
    private boolean malformed;
    private final Stream up = new Stream(this::fromClient);
    private final Stream down = new Stream(this::fromBroker);

    /** What others say meanwhile need not be MQTT. */
    void add(Stream from, PacketCapture.Segment segment) {
      if (malformed) {
        return;
      }
      try {
        from.add(segment);
      } catch (BufferUnderflowException e) {
        if (ofRun) {
          throw e;
        }
        malformed = true;
      }
    }

    private void fromClient(int type, int flags, ByteBuffer packet) {
      if (type == PUBLISH && isOfRun(packet)) {
        int id = packetId(packet, flags);
        long name = name(packet);
        ofRun = true;
        published.add(name);
        unacknowledged.put(id, name);
      } else if (type == PUBACK && unconfirmed.remove(packet.getShort() & 0xFFFF)) {
        confirmed++;
      }
    }

    private void fromBroker(int type, int flags, ByteBuffer packet) {
      if (type == PUBACK) {
        Long name = unacknowledged.remove(packet.getShort() & 0xFFFF);
        if (name != null) {
          acknowledged.add(name);
        }
      } else if (type == PUBLISH && isOfRun(packet)) {
        ofRun = true;
        unconfirmed.add(packetId(packet, flags));
        delivered.add(name(packet));
        deliveries++;
      }
    }

    void requireWhole() {
      if (ofRun) {
        up.requireWhole();
        down.requireWhole();
      }
    }
  }

  /** Leaves the buffer behind the topic. */
  private boolean isOfRun(ByteBuffer packet) {
    byte[] topic = new byte[packet.getShort() & 0xFFFF];
    packet.get(topic);
    return topic.length >= topicPrefix.length
        && Arrays.equals(topicPrefix, 0, topicPrefix.length, topic, 0, topicPrefix.length);
  }

  private static int packetId(ByteBuffer packet, int flags) {
    return ((flags >>> 1) & 3) == 0 ? 0 : packet.getShort() & 0xFFFF;
  }

  private static long name(ByteBuffer packet) {
    if (packet.remaining() < MessageHeader.BYTES) {
      throw new IllegalStateException("a payload without a header");
    }
    return packet.getLong(packet.position() + Long.BYTES);
  }

  /** Is shown each packet: its type, its flags, and what follows its fixed header. */
  @FunctionalInterface
  private interface Packets {
    void packet(int type, int flags, ByteBuffer packet);
  }

  /** What one end of a connection sends. */
  private static final class Stream {
    private final Packets packets;
    private ByteBuffer pending = ByteBuffer.allocate(1 << 16);
    private final List<PacketCapture.Segment> ahead = new ArrayList<>();
    private boolean begun;
    private int next;

    Stream(Packets packets) {
      this.packets = packets;
    }

    void add(PacketCapture.Segment segment) {
      if (begun && segment.sequence() - next > 0) {
        ahead.add(segment);
        return;
      }
      take(segment);
      for (int i = 0; i < ahead.size(); i++) {
        if (ahead.get(i).sequence() - next <= 0) {
          take(ahead.remove(i));
          i = -1;
        }
      }
    }

    void requireWhole() {
      if (!ahead.isEmpty()) {
        throw new IllegalStateException(
            "the capture lacks " + (ahead.get(0).sequence() - next) + " bytes of a connection");
      }
    }

    private void take(PacketCapture.Segment segment) {
      ByteBuffer bytes = segment.payload();
      int known = begun ? next - segment.sequence() : 0;
      if (known >= bytes.limit()) {
        return; // sent again
      }
      begun = true;
      next = segment.sequence() + bytes.limit();
      if (pending.remaining() < bytes.limit()) {
        pending.flip();
        pending = ByteBuffer.allocate(2 * (pending.limit() + bytes.limit())).put(pending);
      }
      pending.put(bytes.slice(known, bytes.limit() - known));
      pending.flip();
      while (takePacket()) {}
      pending.compact();
    }

    private boolean takePacket() {
      int begin = pending.position();
      int length = 0;
      for (int i = 1; i <= 4 && begin + i < pending.limit(); i++) {
        int digit = pending.get(begin + i);
        length |= (digit & 0x7F) << (7 * (i - 1));
        if (digit >= 0) {
          return takePacket(pending.get(begin) & 0xFF, begin + i + 1, length);
        }
      }
      return false;
    }

    private boolean takePacket(int first, int from, int length) {
      if (from + length > pending.limit()) {
        return false;
      }
      packets.packet(first >>> 4, first & 0xF, pending.slice(from, length));
      pending.position(from + length);
      return true;
    }
  }
}
