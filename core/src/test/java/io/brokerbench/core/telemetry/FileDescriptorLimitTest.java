package io.brokerbench.core.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDescriptorLimitTest {

  @TempDir Path folder;

  @Test
  void filesThatAreOpenedAreCounted() throws Exception {
    assumeThat(FileDescriptorLimit.current()).isPresent();
    Path file = Files.createFile(folder.resolve("it"));
    long before = FileDescriptorLimit.current().orElseThrow().open();
    List<InputStream> streams = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      streams.add(Files.newInputStream(file));
    }
    FileDescriptorLimit during = FileDescriptorLimit.current().orElseThrow();
    for (InputStream stream : streams) {
      stream.close();
    }

    assertThat(during.open() - before).isBetween(45L, 60L);
    assertThat(during.limit()).isGreaterThan(during.open());
    assertThat(during.free()).isEqualTo(during.limit() - during.open());
  }

  @Test
  void nothingIsFreeAboveTheLimit() {
    assertThat(new FileDescriptorLimit(10, 12).free()).isZero();
  }
}
