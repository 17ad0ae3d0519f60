package io.brokerbench.containers.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.BrokerMetrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresFilesTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);

  @TempDir private Path folder;

  private Path write(String name, int age, String text) throws Exception {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setLastModifiedTime(file, FileTime.from(NOW.minusSeconds(age)));
  }

  private static BrokerMetrics read(Path... files) throws Exception {
    try (FiguresFiles source =
        new FiguresFiles(() -> List.of(files), Clock.fixed(NOW, ZoneOffset.UTC))) {
      return source.read();
    }
  }

  @Test
  void whatTheNodesTellAddsUpAndWhatNoneTellsIsAbsent() throws Exception {
    assertThat(
            read(
                write("a", 1, "queued=7\nheap=100\n"),
                write("b", 0, "queued=0\nheap=30\n"),
                folder.resolve("not-there-yet")))
        .isEqualTo(
            new BrokerMetrics(OptionalLong.of(7), OptionalLong.empty(), OptionalLong.of(130)));
  }

  @Test
  void whatIsOldSaysNothing() throws Exception {
    assertThat(read(write("a", 6, "queued=7\nconnections=1\nheap=100\n")))
        .isEqualTo(BrokerMetrics.NONE);
  }
}
