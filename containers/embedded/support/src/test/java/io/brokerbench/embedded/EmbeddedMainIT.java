package io.brokerbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedMainIT {

  @TempDir private Path folder;
  private Process launcher;

  @AfterEach
  void end() {
    launcher.destroyForcibly();
  }

  @Test
  void saysOneLineAndEndsInOrderWithItsInput() throws Exception {
    start(0);
    BufferedReader out = lines(launcher.getInputStream());
    assertThat(out.readLine())
        .matches("READY product=Fake version=1\\.0 mqtt=127\\.0\\.0\\.1:\\d+");
    assertThat(launcher.isAlive()).isTrue();
    launcher.getOutputStream().close();
    assertThat(exitCode()).isZero();
    assertThat(out.readLine()).isNull();
    assertThat(folder.resolve("stopped")).exists();
  }

  @Test
  void endsInOrderWhenAskedToTerminate() throws Exception {
    start(0);
    assertThat(lines(launcher.getInputStream()).readLine()).startsWith("READY");
    launcher.toHandle().destroy(); // the signal alone: Process.destroy() closes the streams too
    assertThat(exitCode()).isEqualTo(128 + 15);
    assertThat(folder.resolve("stopped")).exists();
  }

  @Test
  void aFailedStartEndsWhateverThreadsItLeft() throws Exception {
    start(0, "fails");
    assertThat(exitCode()).isEqualTo(EmbeddedMain.FAILED);
    assertThat(lines(launcher.getErrorStream()).lines().toList())
        .last()
        .isEqualTo("FAILED no licence");
    assertThat(lines(launcher.getInputStream()).readLine()).isNull();
    assertThat(folder.resolve("stopped")).doesNotExist();
  }

  @Test
  void aTakenPortIsSaidBeforeTheProductStarts() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      start(taken.getLocalPort());
      assertThat(exitCode()).isEqualTo(EmbeddedMain.FAILED);
      assertThat(lines(launcher.getErrorStream()).lines().toList())
          .doesNotContain("the product prints to standard output")
          .last()
          .isEqualTo("FAILED Address already in use");
    }
  }

  private void start(int port, String... first) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FakeLauncher.class.getName()));
    command.addAll(List.of(first));
    command.addAll(List.of("--data=" + folder, "--host=127.0.0.1", "--port=" + port));
    launcher = new ProcessBuilder(command).start();
  }

  private int exitCode() throws InterruptedException {
    assertThat(launcher.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return launcher.exitValue();
  }

  private static BufferedReader lines(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }
}
