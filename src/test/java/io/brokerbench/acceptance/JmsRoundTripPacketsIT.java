package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.containers.remote.RemoteProvider;
import io.brokerbench.core.base.MessageHeader;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.engine.LoadRig;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.engine.worker.RigSettings;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.jms.JmsCatalog;
import io.brokerbench.jms.QpidDriverProvider;
import io.brokerbench.testkit.RetryOnNoise;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Round trips of JMS against the times at which the kernel saw the packets, as {@link
 * RoundTripPacketsIT} does for MQTT. A relay holds all bytes for a while, so that 2 % is more than
 * the wake-up of two threads.
 */
@Tag("release")
class JmsRoundTripPacketsIT {

  private static final double TOLERANCE = 0.02;
  private static final Duration HELD = Duration.ofMillis(20);
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  /** What precedes up to 255 bytes of data in a transfer of AMQP 1.0. */
  private static final byte[] DATA = {0x00, 0x53, 0x75, (byte) 0xA0};

  @TempDir Path folder;

  /** A run, and its round trips by the packets, in ascending order. */
  private record Captured(RunResult result, List<Long> packets) {

    long percentile(double percent) {
      return packets.get((int) Math.ceil(percent / 100 * packets.size()) - 1);
    }
  }

  @Test
  void roundTripsAreThoseOfThePackets() throws Exception {
    Tcpdump.assumeItMayCapture(folder);
    Captured captured = RetryOnNoise.onQuietMachine(this::capture);
    LatencySummary service = captured.result().latency().of(LatencyKind.SERVICE);
    assertThat(captured.percentile(50)).isGreaterThanOrEqualTo(4 * HELD.toNanos());
    isCloseTo(captured, 50, service.p50Nanos());
    isCloseTo(captured, 95, service.p95Nanos());
    isCloseTo(captured, 99, service.p99Nanos());
  }

  private static void isCloseTo(Captured captured, double percent, long measuredNanos) {
    long packets = captured.percentile(percent);
    assertThat((double) measuredNanos)
        .as("p%s from the send, with that of the packets", percent)
        .isCloseTo((double) packets, within(TOLERANCE * packets));
  }

  private static Scenario scenario() {
    Scenario named =
        new JmsCatalog()
            .scenarios().stream()
                .filter(each -> each.name().equals("REQUEST.JMS"))
                .findFirst()
                .orElseThrow();
    return ScenarioChange.set("topology.publishers", 10)
        .and("topology.responders", 2)
        .and("workload.load.rate", 200)
        .and("phases.warmUp", "3s")
        .and("phases.steady", "3s")
        .applyTo(named);
  }

  @SuppressWarnings("try") // it captures until it is closed
  private Captured capture() throws Exception {
    BrokerRequest request = BrokerRequest.of("embedded:artemis").withAmqp();
    Path file = Files.createTempFile(folder, "lo", ".pcap");
    try (Broker artemis = new EmbeddedProvider.Artemis().start(request);
        SlowRelay relay =
            new SlowRelay(artemis.endpoint(Listener.AMQP).orElseThrow().port(), HELD);
        Broker broker =
            new RemoteProvider().start(BrokerRequest.of("amqp://127.0.0.1:" + relay.port()));
        Tcpdump unused = Tcpdump.of(relay.port(), file)) {
      RunResult result =
          new LoadRig(
                  scenario(),
                  broker,
                  new QpidDriverProvider(),
                  RigSettings.defaults().withLanes(1),
                  RunListener.NONE)
              .run();
      long count = result.latency().of(LatencyKind.SERVICE).count();
      List<Long> packets =
          Awaitility.await()
              .atMost(A_MINUTE)
              .until(
                  () -> roundTrips(PacketCapture.read(file), relay.port(), count),
                  times -> times.size() >= count * 95 / 100);
      return new Captured(result, packets);
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
      ByteBuffer bytes = segment.payload();
      for (int at = bytes.position(); at + DATA.length < bytes.limit(); at++) {
        int payload = at + DATA.length + 1;
        if (bytes.slice(at, DATA.length).equals(ByteBuffer.wrap(DATA))
            && payload + MessageHeader.BYTES <= bytes.limit()) {
          long name = bytes.getLong(payload + Long.BYTES);
          due.put(name, bytes.getLong(payload));
          if (up) {
            sent.putIfAbsent(name, segment.nanos()); // the responder sends it again
          } else {
            returned.put(name, segment.nanos()); // the responder gets it first
          }
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
}
