package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Standard output that takes nothing. */
class FullOutputTest {

  @TempDir private Path folder;
  private Session session;

  private static OutputStream failing(String message) {
    return new OutputStream() {
      @Override
      public void write(int oneByte) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @BeforeEach
  void begin() {
    session = new Session(folder);
  }

  @Test
  void aListThatIsLostIsAProblemOfTheEnvironment() {
    assertThat(session.writingTo(failing("No space left on device")).run("list")).isEqualTo(3);
    assertThat(session.err())
        .isEqualTo("brokerbench: standard output could not be written: No space left on device\n");
  }

  @Test
  void soIsHelp() {
    assertThat(session.writingTo(failing("No space left on device")).run("--help")).isEqualTo(3);
  }

  @Test
  void aReaderThatHasReadEnoughIsNone() {
    assertThat(session.writingTo(failing("Broken pipe")).run("list")).isZero();
    assertThat(session.err()).isEmpty();
  }

  @Test
  void anotherExitCodeSaysMore() {
    assertThat(session.writingTo(failing("No space left on device")).run("list", "--foo"))
        .isEqualTo(2);
  }
}
