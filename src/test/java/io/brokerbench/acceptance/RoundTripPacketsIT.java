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
import java.util.List;
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

  private static final Duration HELD = Duration.ofMillis(20);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void roundTripsAreThoseOfThePackets(int qos) throws Exception {
    Tcpdump.assumeItMayCapture(folder);
    CapturedRoundTrips captured = RetryOnNoise.onQuietMachine(() -> capture(qos));
    captured.areThoseOfTheResult(HELD.multipliedBy(2));
    Latencies latency = captured.result().latency();
    assertThat(latency.of(LatencyKind.END_TO_END).meanNanos())
        .as("the round trip from when the request was due")
        .isCloseTo(
            latency.of(LatencyKind.SERVICE).meanNanos()
                + latency.of(LatencyKind.SEND_DELAY).meanNanos(),
            within(0.01 * latency.of(LatencyKind.END_TO_END).meanNanos()));
  }

  @SuppressWarnings("try") // it captures until it is closed
  private CapturedRoundTrips capture(int qos) throws Exception {
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
        return CapturedRoundTrips.of(result, file, port, RoundTripPacketsIT::payloads);
      }
    }
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
