package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.Environment;
import java.io.IOException;
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
    Environment environment =
        onLinux("processor\t: 0\nmodel\t\t: 143\nmodel name\t: Fast(R) CPU @ 2.00GHz\n");

    assertThat(environment.os()).startsWith("Some Linux 12 (worm), ");
    assertThat(environment.cpuModel()).isEqualTo("Fast(R) CPU @ 2.00GHz");
  }

  /** As they have behind a hypervisor. One may be several times as fast as the other. */
  @Test
  void processorsOfOneNameAreToldApartByFamilyAndModel() throws Exception {
    assertThat(onLinux(processor(1)).cpuModel()).isEqualTo("FAST (family 23, model 1)");
    assertThat(onLinux(processor(49)).cpuModel()).isEqualTo("FAST (family 23, model 49)");
  }

  private static String processor(int model) {
    return "processor\t: 0\ncpu family\t: 23\nmodel\t\t: " + model + "\nmodel name\t: FAST\n";
  }

  private Environment onLinux(String cpuInfo) throws IOException {
    Files.createDirectories(root.resolve("etc"));
    Files.createDirectories(root.resolve("proc"));
    Files.writeString(
        root.resolve("etc/os-release"), "NAME=\"Some\"\nPRETTY_NAME=\"Some Linux 12 (worm)\"\n");
    Files.writeString(root.resolve("proc/cpuinfo"), cpuInfo + "\nprocessor\t: 1\n");
    return new EnvironmentProbe(root).probe();
  }

  @Test
  void withoutThoseFilesTheRestIsStillKnown() {
    Environment environment = new EnvironmentProbe(root).probe();

    assertThat(environment.os()).startsWith(System.getProperty("os.name"));
    assertThat(environment.cpuModel()).isNotBlank();
  }
}
