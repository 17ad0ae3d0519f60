package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentProbeTest {

  @TempDir Path root;

  @Test
  void thisMachineIsKnown() {
    Environment environment = new EnvironmentProbe().probe();

    assertThat(environment.tool()).isNotBlank();
    assertThat(environment.os()).contains(System.getProperty("os.name"));
    assertThat(environment.architecture()).isNotBlank();
    assertThat(environment.cpuModel()).isNotBlank();
    assertThat(environment.cores()).isPositive();
    assertThat(environment.memoryBytes()).isPositive();
    assertThat(environment.jvm()).contains(System.getProperty("java.runtime.version"));
    assertThat(new EnvironmentProbe().probe()).isEqualTo(environment);
  }

  @Test
  void onLinuxTheDistributionAndTheProcessorHaveTheirNames() throws Exception {
    Files.createDirectories(root.resolve("etc"));
    Files.createDirectories(root.resolve("proc"));
    Files.writeString(
        root.resolve("etc/os-release"), "NAME=\"Some\"\nPRETTY_NAME=\"Some Linux 12 (worm)\"\n");
    Files.writeString(
        root.resolve("proc/cpuinfo"),
        "processor\t: 0\nmodel\t\t: 143\nmodel name\t: Fast(R) CPU @ 2.00GHz\n\nprocessor\t: 1\n");

    Environment environment = new EnvironmentProbe(root).probe();

    assertThat(environment.os()).startsWith("Some Linux 12 (worm), ");
    assertThat(environment.cpuModel()).isEqualTo("Fast(R) CPU @ 2.00GHz");
  }

  @Test
  void withoutThoseFilesTheRestIsStillKnown() {
    Environment environment = new EnvironmentProbe(root).probe();

    assertThat(environment.os()).startsWith(System.getProperty("os.name"));
    assertThat(environment.cpuModel()).isNotBlank();
  }
}
