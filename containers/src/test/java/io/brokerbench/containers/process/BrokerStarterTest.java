package io.brokerbench.containers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With shell scripts for brokers. None may leave a process or a folder behind. */
class BrokerStarterTest {

  private static final String TMPDIR = "java.io.tmpdir";

  @TempDir private Path temporary;
  @TempDir private Path results;
  private String systemTemporary;

  @BeforeEach
  void watchTheTemporaryFolder() {
    systemTemporary = System.setProperty(TMPDIR, temporary.toString());
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    System.setProperty(TMPDIR, systemTemporary);
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
    if (Files.exists(pidFile())) {
      long pid = Long.parseLong(Files.readString(pidFile()).strip());
      assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }
  }

  @Test
  void anEarlyEndIsToldWithItsLastError() {
    assertThatThrownBy(() -> start("echo 12: Error: Address already in use; echo bye; exit 3"))
        .isInstanceOf(BrokerException.class)
        .hasMessage("script did not start (exit code 3): \"Error: Address already in use\"");
  }

  @Test
  void aKeptLogIsPointedTo() {
    Path log = results.resolve("run").resolve("broker.log");
    BrokerRequest request = BrokerRequest.of("script").withLogFile(log).withPort(1883);
    assertThatThrownBy(() -> starter().start(new ScriptRecipe("echo no such option >&2"), request))
        .hasMessage(
            "script did not start on port 1883 (exit code 0): \"no such option\" (log: %s)", log);
    assertThat(log).hasContent("no such option");
  }

  @Test
  void aProcessThatIsNeverReadyIsEnded() {
    assertThatThrownBy(() -> start(pid() + "echo starting; exec sleep 100"))
        .isInstanceOf(BrokerException.class)
        .hasMessageMatching("script was not ready within \\d+ s: \"starting\"");
    assertThat(pidFile()).exists();
  }

  @Test
  void aProcessThatSaysReadyAndDoesNotListenIsEnded() {
    assertThatThrownBy(() -> start(pid() + "echo ready 1.0; exec sleep 100"))
        .isInstanceOf(BrokerException.class)
        .hasMessage("script did not start: Connection refused: \"ready 1.0\"");
  }

  @Test
  void aMissingExecutableIsTold() {
    assertThatThrownBy(() -> start("exec /no/such/broker"))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("script did not start (exit code 127)")
        .hasMessageContaining("/no/such/broker");
  }

  @Test
  void aTakenPortIsTriedAgainOnlyIfItWasOursToChoose() {
    ScriptRecipe recipe = new ScriptRecipe("echo Error: Address already in use; exit 1");
    assertThatThrownBy(() -> starter().start(recipe, BrokerRequest.of("script")));
    assertThat(recipe.starts()).hasValue(3);
    assertThatThrownBy(() -> starter().start(recipe, BrokerRequest.of("script").withPort(7)));
    assertThat(recipe.starts()).hasValue(4);
  }

  /** Words that RabbitMQ 3.10.8 printed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "reason: {listen_error,{acceptor,{127,0,0,1},48883},eaddrinuse}",
        "ERROR: could not bind to distribution port 45999 on host localhost. It could be in use by"
            + " another process or cannot be bound to",
      })
  void aTakenPortIsKnownByOtherWordsToo(String words) {
    ScriptRecipe recipe = new ScriptRecipe("echo '" + words + "'; exit 1");
    assertThatThrownBy(() -> starter().start(recipe, BrokerRequest.of("script")));
    assertThat(recipe.starts()).hasValue(3);
  }

  @Test
  void whatTheProductHasNotIsRefusedBeforeAnythingIsStarted() {
    ScriptRecipe recipe = new ScriptRecipe("exit 1");
    BrokerRequest request = BrokerRequest.of("script");
    assertThatThrownBy(
            () ->
                starter()
                    .start(
                        recipe, request.withSecurity(Security.ofAll(CipherSuite.PSK_AES256_CBC))))
        .isInstanceOf(UnsupportedException.class)
        .hasMessage("Script has no listener for TLS with a pre-shared key");
    assertThat(recipe.starts()).hasValue(0);
  }

  @Test
  void anInterruptedStartEndsTheProcess() throws Exception {
    AtomicReference<Throwable> outcome = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                new BrokerStarter()
                    .start(new ScriptRecipe(pid() + "exec sleep 100"), BrokerRequest.of("script"));
              } catch (BrokerException | InterruptedException e) {
                outcome.set(e);
              }
            });
    thread.start();
    await().until(() -> Files.exists(pidFile()) && Files.size(pidFile()) > 0);
    thread.interrupt();
    thread.join(10_000);
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void aBrokerThatEndsByItselfSaysSo() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> accepted = CompletableFuture.runAsync(() -> acceptOne(server));
      String script =
          pid() + "mkfifo f; echo ready 1.0; read x < f; echo Error: out of memory; exit 4";
      ScriptRecipe recipe = new ScriptRecipe(script, server.getLocalPort(), new AtomicInteger());
      try (Broker broker = starter().start(recipe, BrokerRequest.of("script"))) {
        accepted.join();
        assertThat(broker.failure()).isEmpty();
        assertThat(broker.identity().version()).isEqualTo("1.0");
        long pid = Long.parseLong(Files.readString(pidFile()).strip());
        assertThat(broker.pid()).hasValue(pid);
        Files.writeString(folderOf(pid).resolve("f"), "go on\n");
        await().until(() -> broker.failure().isPresent());
        assertThat(broker.failure())
            .hasValue("script ended by itself (exit code 4): \"Error: out of memory\"");
        assertThat(broker.logTail(2)).containsExactly("ready 1.0", "Error: out of memory");
      }
    }
  }

  @Test
  void ofAPairWhoseSecondNodeDoesNotStartNothingIsLeft() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> accepted = CompletableFuture.runAsync(() -> acceptOne(server));
      ScriptPair pair =
          new ScriptPair(
              pid() + "echo ready 1.0; exec sleep 100",
              "echo Error: no quorum; exit 5",
              server.getLocalPort());
      BrokerRequest request = BrokerRequest.of("script").withHighAvailability();
      assertThatThrownBy(() -> starter().start(pair, request))
          .isInstanceOf(BrokerException.class)
          .hasMessage("script backup did not start (exit code 5): \"Error: no quorum\"");
      accepted.join();
    }
    assertThat(pidFile()).exists();
  }

  @Test
  void whoCanNotBeAPairSaysSo() {
    BrokerRequest request = BrokerRequest.of("script").withHighAvailability();
    assertThatThrownBy(() -> starter().start(new ScriptRecipe("exit 1"), request))
        .isInstanceOf(UnsupportedException.class)
        .hasMessage("Script cannot be started as a pair");
  }

  private static BrokerStarter starter() {
    return new BrokerStarter(NanoClock.SYSTEM, Duration.ofMillis(500));
  }

  private static void start(String script) throws BrokerException, InterruptedException {
    starter().start(new ScriptRecipe(script), BrokerRequest.of("script")).close();
  }

  /** A line of script that notes the process. */
  private String pid() {
    return "echo $$ > " + pidFile() + "\n";
  }

  private Path pidFile() {
    return results.resolve("pid");
  }

  private static Path folderOf(long pid) throws IOException {
    return Path.of("/proc", Long.toString(pid), "cwd").toRealPath();
  }

  private static void acceptOne(ServerSocket server) {
    try (Socket client = server.accept()) {
      client.getInputStream().readNBytes(1);
      client.getOutputStream().write(new byte[] {0x20, 2, 0, 0});
      client.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
