package io.brokerbench.acceptance;

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
import java.util.List;
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

  private static final Duration HELD = Duration.ofMillis(20);

  /** What precedes up to 255 bytes of data in a transfer of AMQP 1.0. */
  private static final byte[] DATA = {0x00, 0x53, 0x75, (byte) 0xA0};

  @TempDir Path folder;

  @Test
  void roundTripsAreThoseOfThePackets() throws Exception {
    Tcpdump.assumeItMayCapture(folder);
    RetryOnNoise.onQuietMachine(this::capture).areThoseOfTheResult(HELD.multipliedBy(4));
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
  private CapturedRoundTrips capture() throws Exception {
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
      return CapturedRoundTrips.of(result, file, relay.port(), JmsRoundTripPacketsIT::payloads);
    }
  }

  /** The data of transfers that begin and end in a segment. */
  private static List<ByteBuffer> payloads(ByteBuffer bytes) {
    List<ByteBuffer> payloads = new ArrayList<>();
    for (int at = bytes.position(); at + DATA.length < bytes.limit(); at++) {
      int payload = at + DATA.length + 1;
      if (bytes.slice(at, DATA.length).equals(ByteBuffer.wrap(DATA))
          && payload + MessageHeader.BYTES <= bytes.limit()) {
        payloads.add(bytes.duplicate().position(payload));
      }
    }
    return payloads;
  }
}
