package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLogTest {

  private static final Pattern READY = Pattern.compile("ready on (\\d+)");

  @TempDir private Path folder;

  @Test
  void aLauncherSaysTheReasonItself() throws Exception {
    assertThat(log("FAILED port taken\n  at Error.java\n").reason()).isEqualTo("\"port taken\"");
  }

  @Test
  void elseTheLastErrorIsQuotedFromThereOn() throws Exception {
    assertThat(log("2026: Error: one\n2026: Error: two\nterminating\n").reason())
        .isEqualTo("\"Error: two\"");
  }

  @Test
  void elseTheLastLine() throws Exception {
    assertThat(log("one\ntwo\n\n").reason()).isEqualTo("\"two\"");
    assertThat(log("").reason()).isEqualTo("it printed nothing");
  }

  @Test
  void aFileThatIsNotThereHasNoLines() throws Exception {
    ProcessLog log = new ProcessLog(folder.resolve("none"), true);
    assertThat(log.tail(10)).isEmpty();
    assertThat(log.find(READY)).isEmpty();
    assertThat(log.reason()).startsWith("it printed nothing (log: ");
  }

  @Test
  void theTailIsTheLastLinesOfALongLog() throws Exception {
    assertThat(log("x".repeat(200_000) + "\nlast but one\nlast\n").tail(2))
        .containsExactly("last but one", "last");
  }

  @Test
  void aLineThatIsStillBeingWrittenIsNotFound() throws Exception {
    assertThat(log("ready on 18").find(READY)).isEmpty();
    assertThat(log("ready on 1883\n").find(READY).orElseThrow().group(1)).isEqualTo("1883");
  }

  private ProcessLog log(String text) throws IOException {
    return new ProcessLog(Files.writeString(folder.resolve("log"), text), false);
  }
}
