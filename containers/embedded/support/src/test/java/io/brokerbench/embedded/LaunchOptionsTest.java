package io.brokerbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchOptionsTest {

  @Test
  void readsWhatALauncherIsTold() {
    assertThat(LaunchOptions.parse("--port=0", "--data=/a=b", "--host=127.0.0.1"))
        .isEqualTo(
            new LaunchOptions(
                Path.of("/a=b"), "127.0.0.1", 0, Optional.empty(), Map.of(), Optional.empty()));
  }

  @Test
  void readsTheListenerForTlsFromAFileAndDoesNotTellThePassword(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("tls.properties");
    Files.writeString(file, "keyStore=/a\npassword=secret\ncipher=C\nprotocol=TLSv1.2\n");
    LaunchOptions options =
        LaunchOptions.parse("--port=0", "--data=d", "--host=h", "--tls=" + file);
    assertThat(options.tls()).hasValue(new TlsOptions(Path.of("/a"), "secret", "C", "TLSv1.2"));
    assertThat(options.toString()).doesNotContain("secret");
    Files.writeString(file, "keyStore=/a\n");
    assertThatThrownBy(
            () -> LaunchOptions.parse("--port=0", "--data=d", "--host=h", "--tls=" + file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--tls: password is missing in the file");
    assertThatThrownBy(
            () -> LaunchOptions.parse("--port=0", "--data=d", "--host=h", "--tls=no-such-file"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no-such-file");
  }

  @Test
  void readsWhatOneOfAPairIsTold() {
    LaunchOptions options =
        LaunchOptions.parse(
            "--port=0",
            "--data=d",
            "--host=h",
            "--ports=mqtts:41884,amqp:5672",
            "--pair=backup:41001:42001:42000",
            "--shared=/s",
            "--port=41883");
    assertThat(options.port()).as("the last one counts").isEqualTo(41883);
    assertThat(options.port("mqtts")).isEqualTo(41884);
    assertThat(options.needs("amqp")).isTrue();
    assertThat(options.port("amqp")).isEqualTo(5672);
    assertThat(options.needs("amqps")).isFalse();
    assertThat(options.port("ws")).as("a free one").isZero();
    assertThat(options.pair()).hasValue(new PairOptions(false, Path.of("/s"), 41001, 42001, 42000));
    assertThatThrownBy(
            () -> LaunchOptions.parse("--port=0", "--data=d", "--host=h", "--pair=third:1:2:3"))
        .hasMessageContaining("--shared is missing");
    assertThatThrownBy(
            () ->
                LaunchOptions.parse(
                    "--port=0", "--data=d", "--host=h", "--pair=third:1:2:3", "--shared=/s"))
        .hasMessage("--pair=third:1:2:3: the form is primary|backup:PORT:PORT:PORT");
    assertThatThrownBy(
            () -> LaunchOptions.parse("--port=0", "--data=d", "--host=h", "--ports=41884"))
        .hasMessage("--ports=41884: the form is SCHEME:PORT,...");
  }

  @Test
  void namesWhatIsMissingOrUnknown() {
    assertThatThrownBy(() -> LaunchOptions.parse("--port=0", "--host=127.0.0.1"))
        .hasMessageContaining("--data is missing");
    assertThatThrownBy(() -> LaunchOptions.parse("--port=0", "--host=h", "--data=d", "--ssl=1"))
        .hasMessageContaining("unknown [ssl]");
    assertThatThrownBy(() -> LaunchOptions.parse("port"))
        .hasMessageContaining("port: the form is --data=FOLDER");
  }

  @Test
  void aDefinitePortIsTheOneAskedForOrAFreeOne() throws Exception {
    assertThat(
            new LaunchOptions(
                    Path.of("d"), "127.0.0.1", 0, Optional.empty(), Map.of(), Optional.empty())
                .definitePort())
        .isPositive();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      LaunchOptions options =
          new LaunchOptions(
              Path.of("d"),
              "127.0.0.1",
              taken.getLocalPort(),
              Optional.empty(),
              Map.of(),
              Optional.empty());
      assertThatThrownBy(options::definitePort).isInstanceOf(BindException.class);
    }
  }

  @Test
  void theReasonOfAFailureIsItsDeepestCause() {
    Exception failure =
        new IllegalStateException("wrapped", new BindException("Address already in use\nat x"));
    assertThat(EmbeddedMain.reason(failure)).isEqualTo("Address already in use");
    assertThat(EmbeddedMain.reason(new OutOfMemoryError())).isEqualTo("OutOfMemoryError");
  }
}
