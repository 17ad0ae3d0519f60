package io.brokerbench.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildVersionTest {

  @TempDir private Path folder;

  private Path jar(String name, String text, long millis) throws IOException {
    Path file = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String entry : new String[] {"META-INF/MANIFEST.MF", "a/A.class"}) {
        ZipEntry made = new ZipEntry(entry);
        made.setLastModifiedTime(FileTime.fromMillis(millis));
        zip.putNextEntry(made);
        zip.write(
            (entry.startsWith("META") ? "at " + millis : text).getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }

  private static String of(String version, Path jar) {
    return BuildVersion.of(version, List.of(jar));
  }

  @Test
  void aReleaseIsItsVersion() throws IOException {
    assertThat(of("1.2.3", jar("brokerbench-core.jar", "one", 0))).isEqualTo("1.2.3");
    assertThat(BuildVersion.of("1-SNAPSHOT", List.of())).isEqualTo("1-SNAPSHOT");
  }

  @Test
  void twoSnapshotsAreTheSameOnlyIfTheirClassesAre() throws IOException {
    Path core = jar("brokerbench-core.jar", "one", 1_000_000);
    jar("brokerbench-scenarios-mqtt.jar", "two", 1_000_000);
    String first = of("1-SNAPSHOT", core);
    assertThat(first).matches("1-SNAPSHOT \\([0-9a-f]{8}\\)");

    jar("brokerbench-core.jar", "one", 2_000_000_000);
    assertThat(of("1-SNAPSHOT", core)).as("built again").isEqualTo(first);
    jar("netty.jar", "three", 0);
    assertThat(of("1-SNAPSHOT", core)).as("of others the version is known").isEqualTo(first);
    jar("brokerbench-scenarios-mqtt.jar", "changed", 1_000_000);
    assertThat(of("1-SNAPSHOT", core)).as("a driver was changed").isNotEqualTo(first);

    Path other = Files.createDirectory(folder.resolve("cluster"));
    Path cluster = Files.copy(core, other.resolve("brokerbench-cluster.jar"));
    assertThat(BuildVersion.of("1-SNAPSHOT", List.of(core, cluster)))
        .as("agents have a folder more")
        .isNotEqualTo(of("1-SNAPSHOT", core));
  }
}
