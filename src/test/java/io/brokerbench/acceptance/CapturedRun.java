package io.brokerbench.acceptance;

import io.brokerbench.core.base.MessageHeader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * The messages of a run (QoS 0, MQTT 3.1.1; consumers may speak AMQP) in a packet capture: when
 * each passed to the broker and when from it.
 */
final class CapturedRun {

  private static final int PUBLISH = 3;

  private final Map<Long, Long> toBroker = new HashMap<>();
  private final Map<Long, Long> fromBroker = new HashMap<>();
  private final Map<Long, Long> intended = new HashMap<>();

  CapturedRun(List<PacketCapture.Segment> segments, int brokerPort) {
    for (PacketCapture.Segment segment : segments) {
      boolean up = segment.destinationPort() == brokerPort;
      headers(
          segment.payload(),
          (name, intendedSendTime) -> {
            (up ? toBroker : fromBroker).putIfAbsent(name, segment.nanos());
            intended.put(name, intendedSendTime);
          });
    }
  }

  /**
   * A run whose consumers speak AMQP: their messages are found by the header, which is known from
   * the way to the broker, wherever in a segment it begins.
   */
  CapturedRun(List<PacketCapture.Segment> segments, int mqttPort, int amqpPort) {
    this(
        segments.stream().filter(segment -> segment.destinationPort() == mqttPort).toList(),
        mqttPort);
    for (PacketCapture.Segment segment : segments) {
      if (segment.sourcePort() == amqpPort) {
        ByteBuffer bytes = segment.payload();
        for (int at = 0; at + MessageHeader.BYTES <= bytes.limit(); at++) {
          long name = bytes.getLong(at + Long.BYTES);
          Long due = intended.get(name);
          if (due != null && due == bytes.getLong(at)) {
            fromBroker.putIfAbsent(name, segment.nanos());
          }
        }
      }
    }
  }

  /**
   * The time from the packet to the broker to the packet from it, of the messages that were due
   * last, in ascending order.
   *
   * @param count of the messages due last, which are those of the steady state
   */
  long[] timesInBroker(long count) {
    return intended.entrySet().stream()
        .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
        .limit(count)
        .map(Map.Entry::getKey)
        .filter(name -> toBroker.containsKey(name) && fromBroker.containsKey(name))
        .mapToLong(name -> fromBroker.get(name) - toBroker.get(name))
        .sorted()
        .toArray();
  }

  /**
   * Finds the PUBLISH packets that begin in a segment; one that goes on in the next segment is
   * missed, which at a low rate is rare.
   */
  private static void headers(ByteBuffer bytes, ObjLongConsumer<Long> header) {
    try {
      while (bytes.hasRemaining()) {
        int type = (bytes.get() & 0xFF) >>> 4;
        int length = remainingLength(bytes);
        int end = bytes.position() + length;
        if (type == PUBLISH) {
          int payload = bytes.position() + 2 + (bytes.getShort() & 0xFFFF);
          if (end - payload >= MessageHeader.BYTES && end <= bytes.limit()) {
            header.accept(bytes.getLong(payload + 8), bytes.getLong(payload));
          }
        }
        bytes.position(end);
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      // The rest of the packet is in the next segment.
      return;
    }
  }

  private static int remainingLength(ByteBuffer bytes) {
    int length = 0;
    for (int shift = 0; ; shift += 7) {
      int digit = bytes.get();
      length |= (digit & 0x7F) << shift;
      if (digit >= 0) {
        return length;
      }
    }
  }
}
