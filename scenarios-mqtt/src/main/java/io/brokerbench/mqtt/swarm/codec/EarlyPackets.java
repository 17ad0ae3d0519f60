package io.brokerbench.mqtt.swarm.codec;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Packets that a broker sent before its CONNACK, until that has come. MQTT forbids it
 * (MQTT-3.2.0-1); brokers do it all the same when they resume a session, and take such a message
 * for delivered. A client that drops it counts a loss that is none.
 *
 * <p>Few connections have any, so there is no object for none.
 */
public final class EarlyPackets {

  /** What is kept: so many packets of the greatest length that the client accepts. */
  private static final int MOST_LONGEST = 16;

  private record Packet(int header, ByteBuf body, long nanos) {}

  private final Queue<Packet> packets = new ArrayDeque<>();
  private long bytes;

  private EarlyPackets() {}

  /**
   * Those and a copy of what lies between the reader's place and the packet's end.
   *
   * @param limitBytes longest packet that the client accepts
   */
  public static EarlyPackets with(
      EarlyPackets some, int header, ByteBuf in, int end, long nanos, int limitBytes)
      throws MqttViolationException {
    EarlyPackets all = some == null ? new EarlyPackets() : some;
    int place = in.readerIndex();
    all.bytes += end - place;
    if (all.bytes > (long) MOST_LONGEST * limitBytes) {
      throw new MqttViolationException(
          FixedHeader.name(header),
          "%d bytes of packets came before a CONNACK, which must be the first (MQTT, 3.2)"
              .formatted(all.bytes));
    }
    all.packets.add(new Packet(header, in.copy(place, end - place), nanos));
    return all;
  }

  /** Hands them on in their order, each with the instant at which it came. */
  public static void replay(EarlyPackets some, PacketReader.Handler handler) throws MqttException {
    while (some != null && !some.packets.isEmpty()) {
      Packet next = some.packets.remove();
      try {
        handler.onPacket(next.header(), next.body(), next.body().writerIndex(), next.nanos());
      } finally {
        next.body().release();
      }
    }
  }

  /** What is left of them once they are let go: none. */
  public static EarlyPackets released(EarlyPackets some) {
    if (some != null) {
      some.packets.forEach(packet -> packet.body().release());
      some.packets.clear();
    }
    return null;
  }
}
