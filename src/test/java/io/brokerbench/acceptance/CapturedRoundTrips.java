package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.awaitility.Awaitility;

/**
 * A run with requests, and its round trips by the packets: from the one that has the request, on
 * its way from the requester, to the one that has the reply, on its way to it.
 *
 * @param result of the run
 * @param packets times in ascending order
 */
record CapturedRoundTrips(RunResult result, List<Long> packets) {

  private static final double TOLERANCE = 0.02;
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  /**
   * Those of a capture, once it has nearly all.
   *
   * @param payloads those that begin and end in the bytes of a segment
   */
  static CapturedRoundTrips of(
      RunResult result, Path capture, int port, Function<ByteBuffer, List<ByteBuffer>> payloads) {
    long count = result.latency().of(LatencyKind.SERVICE).count();
    List<Long> packets =
        Awaitility.await()
            .atMost(A_MINUTE)
            .until(
                () -> roundTrips(PacketCapture.read(capture), port, count, payloads),
                times -> times.size() >= count * 95 / 100);
    return new CapturedRoundTrips(result, packets);
  }

  /** Of the requests due last, which are those of the steady state. */
  private static List<Long> roundTrips(
      List<PacketCapture.Segment> segments,
      int brokerPort,
      long count,
      Function<ByteBuffer, List<ByteBuffer>> payloads) {
    Map<Long, Long> due = new HashMap<>();
    Map<Long, Long> sent = new HashMap<>();
    Map<Long, Long> returned = new HashMap<>();
    for (PacketCapture.Segment segment : segments) {
      boolean up = segment.destinationPort() == brokerPort;
      for (ByteBuffer payload : payloads.apply(segment.payload())) {
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

  /**
   * The round trips of the result are those of the packets.
   *
   * @param least that half of the packets took
   */
  void areThoseOfTheResult(Duration least) {
    LatencySummary service = result.latency().of(LatencyKind.SERVICE);
    assertThat(percentile(50)).isGreaterThanOrEqualTo(least.toNanos());
    isCloseTo(50, service.p50Nanos());
    isCloseTo(95, service.p95Nanos());
    isCloseTo(99, service.p99Nanos());
  }

  private void isCloseTo(double percent, long measuredNanos) {
    long captured = percentile(percent);
    assertThat((double) measuredNanos)
        .as("p%s from the send, with that of the packets", percent)
        .isCloseTo((double) captured, within(TOLERANCE * captured));
  }

  private long percentile(double percent) {
    return packets.get((int) Math.ceil(percent / 100 * packets.size()) - 1);
  }
}
