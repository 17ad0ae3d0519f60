package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.testkit.RetryOnNoise;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Round trips against the times at which the kernel saw the packets: from the one that has the
 * request, on its way from the requester, to the one that has the reply, on its way to it. The
 * broker holds each message for a while, so that 2 % is more than the system calls on both sides.
 */
@Tag("release")
class RoundTripPacketsIT {

  private static final double TOLERANCE = 0.02;
  private static final Duration HELD = Duration.ofMillis(20);
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  @TempDir Path folder;

  /** A run, and its round trips by the packets, in ascending order. */
  private record Captured(RunResult result, List<Long> packets) {

    long percentile(double percent) {
      return packets.get((int) Math.ceil(percent / 100 * packets.size()) - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void roundTripsAreThoseOfThePackets(int qos) throws Exception {
    Tcpdump.assumeItMayCapture(folder);
    Captured captured = RetryOnNoise.onQuietMachine(() -> capture(qos));
    Latencies latency = captured.result().latency();
    assertThat(captured.percentile(50)).isGreaterThanOrEqualTo(2 * HELD.toNanos());
    isCloseTo(captured, 50, latency.of(LatencyKind.SERVICE).p50Nanos());
    isCloseTo(captured, 95, latency.of(LatencyKind.SERVICE).p95Nanos());
    isCloseTo(captured, 99, latency.of(LatencyKind.SERVICE).p99Nanos());
    assertThat(latency.of(LatencyKind.END_TO_END).meanNanos())
        .as("the round trip from when the request was due")
        .isCloseTo(
            latency.of(LatencyKind.SERVICE).meanNanos()
                + latency.of(LatencyKind.SEND_DELAY).meanNanos(),
            within(0.01 * latency.of(LatencyKind.END_TO_END).meanNanos()));
  }

  private static void isCloseTo(Captured captured, double percent, long measuredNanos) {
    long packets = captured.percentile(percent);
    assertThat((double) measuredNanos)
        .as("p%s from the send, with that of the packets", percent)
        .isCloseTo((double) packets, within(TOLERANCE * packets));
  }

  @SuppressWarnings("try") // it captures until it is closed
  private Captured capture(int qos) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().delayDeliveries(id -> true, HELD);
      int port = broker.endpoints().get(0).port();
      Path file = Files.createTempFile(folder, "lo", ".pcap");
      try (Tcpdump unused = Tcpdump.of(port, file)) {
        RunResult result =
            Runs.requests(20, 2)
                .qos(qos)
                .rate(500)
                .warmUp(Duration.ofSeconds(3))
                .steady(Duration.ofSeconds(3))
                .on(broker);
        long count = result.latency().of(LatencyKind.SERVICE).count();
        List<Long> packets =
            Awaitility.await()
                .atMost(A_MINUTE)
                .until(
                    () -> roundTrips(PacketCapture.read(file), port, count),
                    times -> times.size() >= count * 95 / 100);
        return new Captured(result, packets);
      }
    }
  }

  /** Of the requests due last, which are those of the steady state. */
  private static List<Long> roundTrips(
      List<PacketCapture.Segment> segments, int brokerPort, long count) {
    Map<Long, Long> due = new HashMap<>();
    Map<Long, Long> sent = new HashMap<>();
    Map<Long, Long> returned = new HashMap<>();
    for (PacketCapture.Segment segment : segments) {
      boolean up = segment.destinationPort() == brokerPort;
      for (ByteBuffer payload : payloads(segment.payload())) {
        long name = payload.getLong(payload.position() + Long.BYTES);
        due.put(name, payload.getLong(payload.position()));
        if (up) {
          sent.putIfAbsent(name, segment.nanos()); // the responder sends it again
        } else {
          returned.put(name, segment.nanos()); // the responder gets it first
        }
      }
    }
    List<Long> times = new ArrayList<>();
    due.entrySet().stream()
        .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
        .limit(count)
        .map(Map.Entry::getKey)
        .filter(name -> sent.containsKey(name) && returned.containsKey(name))
        .forEach(name -> times.add(returned.get(name) - sent.get(name)));
    times.sort(null);
    return times;
  }

  /** The payloads of the PUBLISH packets (MQTT 5) that begin and end in a segment. */
  private static List<ByteBuffer> payloads(ByteBuffer bytes) {
    List<ByteBuffer> payloads = new ArrayList<>();
    try {
      while (bytes.hasRemaining()) {
        int header = bytes.get();
        boolean publish = (header & 0xF0) == 0x30;
        int packetIdBytes = (header & 0x06) == 0 ? 0 : Short.BYTES;
        int length = variableInteger(bytes);
        int end = bytes.position() + length;
        if (publish && end <= bytes.limit()) {
          int topicBytes = bytes.getShort() & 0xFFFF;
          bytes.position(bytes.position() + topicBytes + packetIdBytes);
          int propertyBytes = variableInteger(bytes);
          int payload = bytes.position() + propertyBytes;
          if (end - payload >= MessageHeader.BYTES) {
            payloads.add(bytes.duplicate().position(payload));
          }
        }
        bytes.position(end);
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return payloads; // the rest of the packet is in the next segment
    }
    return payloads;
  }

  private static int variableInteger(ByteBuffer bytes) {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      int digit = bytes.get();
      value |= (digit & 0x7F) << shift;
      if (digit >= 0) {
        return value;
      }
    }
  }
}
