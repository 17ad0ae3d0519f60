package io.brokerbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.embedded.LaunchOptions.Amqp;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchOptionsTest {

  @Test
  void readsWhatALauncherIsTold() {
    assertThat(LaunchOptions.parse("--port=0", "--data=/a=b", "--host=127.0.0.1"))
        .isEqualTo(new LaunchOptions(Path.of("/a=b"), "127.0.0.1", 0, Optional.empty()));
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
  void readsWhichListenersForAmqpThereAreToBe() {
    assertThat(LaunchOptions.parse("--port=0", "--data=d", "--host=h").amqp()).isEqualTo(Amqp.NONE);
    assertThat(LaunchOptions.parse("--port=0", "--data=d", "--host=h", "--amqp=plain").amqp())
        .isEqualTo(Amqp.PLAIN);
    assertThat(LaunchOptions.parse("--port=0", "--data=d", "--host=h", "--amqp=tls").amqp())
        .isEqualTo(Amqp.TLS);
    assertThatThrownBy(() -> LaunchOptions.parse("--port=0", "--data=d", "--host=h", "--amqp=5672"))
        .hasMessageContaining("--amqp=5672: the form is --data=FOLDER");
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
    assertThat(new LaunchOptions(Path.of("d"), "127.0.0.1", 0, Optional.empty()).definitePort())
        .isPositive();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      LaunchOptions options =
          new LaunchOptions(Path.of("d"), "127.0.0.1", taken.getLocalPort(), Optional.empty());
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
