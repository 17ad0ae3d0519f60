package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLimitsTest {

  @TempDir Path root;

  @Test
  void portsAndMemoryAreRead() throws IOException {
    Path net = Files.createDirectories(root.resolve("proc/sys/net/ipv4"));
    Files.writeString(net.resolve("ip_local_port_range"), "32768\t60999\n");
    Files.writeString(
        root.resolve("proc/meminfo"), "MemTotal:  100 kB\nMemFree: 1 kB\nMemAvailable:   42 kB\n");
    MachineLimits limits = MachineLimits.of(root, Optional.empty());
    assertThat(limits.localPorts()).hasValue(28_232);
    assertThat(limits.availableMemoryBytes()).hasValue(42 * 1024);
  }

  @Test
  void whatIsNotThereLimitsNothing() {
    MachineLimits limits = MachineLimits.of(root, Optional.empty());
    assertThat(limits.localPorts()).isEmpty();
    assertThat(limits.availableMemoryBytes()).isEmpty();
  }
}
