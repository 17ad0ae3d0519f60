package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
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
  void aContainerMayHaveLessThanItsMachine() throws IOException {
    Path group = Files.createDirectories(root.resolve("sys/fs/cgroup"));
    Path self = Files.createDirectories(root.resolve("proc/self"));
    Files.writeString(self.resolve("cgroup"), "0::/\n");
    Files.writeString(root.resolve("proc/meminfo"), "MemAvailable:   9000 kB\n");
    Files.writeString(group.resolve("memory.max"), "max\n");
    Files.writeString(group.resolve("memory.current"), "700000\n");
    assertThat(available()).hasValue(9_000 * 1024);

    Files.writeString(group.resolve("memory.max"), "1000000\n");
    assertThat(available()).hasValue(300_000);
    Files.writeString(group.resolve("memory.stat"), "anon 1\nfile 2\ninactive_file 50000\n");
    assertThat(available()).hasValue(350_000);
  }

  @Test
  void aGroupOfVersionOneIsFoundByItsName() throws IOException {
    Path group = Files.createDirectories(root.resolve("sys/fs/cgroup/memory/of/us"));
    Path self = Files.createDirectories(root.resolve("proc/self"));
    Files.writeString(self.resolve("cgroup"), "5:cpu,cpuacct:/a\n4:memory:/of/us\n0::/\n");
    Files.writeString(group.resolve("memory.limit_in_bytes"), "1000000\n");
    Files.writeString(group.resolve("memory.usage_in_bytes"), "999999\n");
    Files.writeString(group.resolve("memory.stat"), "inactive_file 1\ntotal_inactive_file 2\n");
    assertThat(available()).hasValue(3);
    Files.writeString(group.resolve("memory.limit_in_bytes"), "9223372036854771712\n");
    assertThat(available()).as("as good as none").isEmpty();
  }

  private OptionalLong available() {
    return MachineLimits.of(root, Optional.empty()).availableMemoryBytes();
  }

  @Test
  void whatIsNotThereLimitsNothing() {
    MachineLimits limits = MachineLimits.of(root, Optional.empty());
    assertThat(limits.localPorts()).isEmpty();
    assertThat(limits.availableMemoryBytes()).isEmpty();
  }
}
