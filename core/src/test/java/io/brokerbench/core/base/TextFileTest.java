package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {

  private static final int LIMIT = 1 << 10;

  @TempDir private Path folder;

  @Test
  void textIsReadUpToTheLimit() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "ä".repeat(LIMIT / 2));
    assertThat(TextFile.read(file, LIMIT)).hasSize(LIMIT / 2);
    Files.writeString(file, "a".repeat(LIMIT + 1));
    assertThat(reason(file)).isEqualTo("over 1 KiB");
  }

  @Test
  void whatIsNoTextIsNamed() throws IOException {
    assertThat(reason(Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0})))
        .isEqualTo("not text in UTF-8");
    assertThat(reason(folder)).isEqualTo("is a folder");
    assertThat(reason(folder.resolve("none"))).isEqualTo("there is no such file");
  }

  @Test
  void aDeviceIsNotReadEither() throws IOException {
    Path device = Path.of("/dev/zero");
    assumeTrue(Files.exists(device), "there is no such device here");
    assertThat(reason(device)).isEqualTo("is a device");
    Path link = Files.createSymbolicLink(folder.resolve("link"), device);
    assertThat(reason(link)).isEqualTo("is a device");
  }

  @Test
  void aNamedPipeIsNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/mkfifo"))
            && new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor() == 0,
        "no pipe can be made here");
    assertThat(reason(pipe))
        .isEqualTo("is a named pipe, which may never end: give it as /dev/stdin");
  }

  private static String reason(Path file) {
    return TextFile.reason(assertThrows(IOException.class, () -> TextFile.read(file, LIMIT)));
  }
}
