package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.containers.embedded.EmbeddedProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.JmsAcknowledgement;
import io.brokerbench.core.scenario.JmsConsumers;
import io.brokerbench.testkit.RetryOnNoise;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service time from MQTT to JMS against the times at which the kernel saw the packets on both
 * connections, as {@link PacketTimestampsIT} does for MQTT alone.
 *
 * <p>The library hands each message from the thread that reads the socket to the one that calls the
 * listener, where the tool's clock is read, so the tolerance is wider: two threads have to wake up,
 * not one.
 */
@Tag("release")
class JmsPacketTimestampsIT {

  private static final double LEAST_TOLERANCE_NANOS = 200_000;

  @TempDir Path folder;

  /** Medians of one run. */
  private record Medians(RunResult result, long packets) {

    double tool() {
      return (double) result.latency().of(LatencyKind.SERVICE).p50Nanos();
    }

    double tolerance() {
      return Math.max(LEAST_TOLERANCE_NANOS, 0.1 * packets);
    }
  }

  @Test
  void theMedianServiceTimeIsThatOfThePackets() throws Exception {
    Tcpdump.assumeItMayCapture(folder);
    Medians medians = RetryOnNoise.onQuietMachine(this::run);
    assertThat(medians.tool())
        .as("median service time, with that of the packets")
        .isCloseTo((double) medians.packets(), within(medians.tolerance()));
    assertThat(medians.tool())
        .as("the packets pass inside of what the tool measures")
        .isGreaterThan((double) medians.packets());
  }

  @SuppressWarnings("try") // it captures until it is closed
  private Medians run() throws Exception {
    try (Broker broker =
        new EmbeddedProvider.Artemis().start(BrokerRequest.of("embedded:artemis").withAmqp())) {
      int mqtt = broker.endpoint(Listener.MQTT).orElseThrow().port();
      int amqp = broker.endpoint(Listener.AMQP).orElseThrow().port();
      Path file = Files.createTempFile(folder, "lo", ".pcap");
      try (Tcpdump unused = Tcpdump.of(List.of(mqtt, amqp), file)) {
        RunResult result =
            Runs.of(50, 1, Distribution.SINGLE)
                .jms(JmsConsumers.of(JmsAcknowledgement.PRE_SETTLED))
                .lanes(1)
                .rate(1_000)
                .warmUp(Duration.ofSeconds(4))
                .steady(Duration.ofSeconds(3))
                .on(broker);
        return new Medians(
            result, median(file, mqtt, amqp, result.latency().of(LatencyKind.SERVICE).count()));
      }
    }
  }

  /** Of the packets of the messages due last; waits until tcpdump has been given them. */
  private static long median(Path file, int mqtt, int amqp, long count) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              long[] times =
                  new CapturedRun(PacketCapture.read(file), mqtt, amqp).timesInBroker(count);
              return times.length >= count * 95 / 100
                  ? OptionalLong.of(times[times.length / 2])
                  : OptionalLong.empty();
            },
            OptionalLong::isPresent)
        .getAsLong();
  }
}
