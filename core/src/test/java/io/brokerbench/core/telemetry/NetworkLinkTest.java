package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkLinkTest {

  @TempDir Path interfaces;

  private NetworkLink gigabit() throws IOException {
    Path statistics = Files.createDirectories(interfaces.resolve("eth0/statistics"));
    Files.writeString(interfaces.resolve("eth0/speed"), "1000\n");
    Files.writeString(statistics.resolve("rx_bytes"), "5000\n");
    Files.writeString(statistics.resolve("tx_bytes"), "7000\n");
    return NetworkLink.named(interfaces, "eth0").orElseThrow();
  }

  @Test
  void itsSpeedAndTrafficAreWhatTheSystemSays() throws IOException {
    NetworkLink link = gigabit();

    assertThat(link.bytesPerSecond()).isEqualTo(125e6);
    assertThat(link.traffic()).contains(new NetworkLink.Traffic(5_000, 7_000));
  }

  @Test
  void theBusierDirectionSaysHowFullItIs() throws IOException {
    double share =
        gigabit()
            .share(
                new NetworkLink.Traffic(0, 0), new NetworkLink.Traffic(10_000_000, 250_000_000), 4);

    assertThat(share).isEqualTo(0.5);
  }

  @Test
  void anInterfaceWithoutASpeedIsNoLinkThatCouldBeFull() throws IOException {
    Files.createDirectories(interfaces.resolve("veth1"));
    Files.writeString(interfaces.resolve("veth1/speed"), "-1\n");

    assertThat(NetworkLink.named(interfaces, "veth1")).isEmpty();
    assertThat(NetworkLink.named(interfaces, "none")).isEmpty();
    assertThat(NetworkLink.to("127.0.0.1")).isEmpty();
  }
}
