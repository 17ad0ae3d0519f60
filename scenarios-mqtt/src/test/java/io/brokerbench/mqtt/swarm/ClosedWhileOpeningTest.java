package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.security.Access;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.tls.TestAuthority;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that the broker ends before it has accepted them: what was seen is reported. */
class ClosedWhileOpeningTest {

  private static final String PROVIDER = "brokerbench.tls";

  private static final int[] CLOSE_NOTIFY = {0x15, 3, 3, 0, 2, 1, 0};
  private static final int[] USER_CANCELED = {0x15, 3, 3, 0, 2, 1, 90};
  private static final int[] HANDSHAKE_FAILURE = {0x15, 3, 3, 0, 2, 2, 40};

  private final TestAuthority authority = TestAuthority.create();
  private final String before = System.getProperty(PROVIDER);

  @TempDir private Path folder;

  @AfterEach
  void restoreProvider() {
    if (before == null) {
      System.clearProperty(PROVIDER);
    } else {
      System.setProperty(PROVIDER, before);
    }
  }

  /** What a server does with a connection. */
  private interface Script {
    void serve(Socket socket) throws IOException, InterruptedException;
  }

  private static void read(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    assertThat(in.read(new byte[4_096])).isPositive();
  }

  private static Script closing(int[]... records) {
    return socket -> {
      read(socket);
      for (int[] record : records) {
        for (int b : record) {
          socket.getOutputStream().write(b);
        }
      }
    };
  }

  private static void pause(long millis) throws InterruptedException {
    Thread.sleep(millis);
  }

  /** Why a client was not connected, without its address. */
  private String reason(Listener listener, Script script) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ClientDriver driver =
            Probe.driver(
                new Endpoint(listener, "127.0.0.1", server.getLocalPort()),
                Optional.empty(),
                listener.isSecured() ? authority.access(folder) : Access.OPEN)) {
      Thread serving =
          new Thread(
              () -> {
                try (Socket socket = server.accept()) {
                  script.serve(socket);
                } catch (IOException | InterruptedException e) {
                  // the test has ended
                }
              });
      serving.setDaemon(true);
      serving.start();
      return new Probe(driver, "c")
          .refusal()
          .replace("127.0.0.1:" + server.getLocalPort(), "HOST:PORT");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void aBrokerThatClosesDuringTheHandshakeIsSaidToHaveClosed(String provider) throws IOException {
    System.setProperty(PROVIDER, provider);
    assertThat(reason(Listener.MQTTS, closing()))
        .isEqualTo("TLS handshake with HOST:PORT failed: the broker closed the connection");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void soIsOneThatSaysGoodbyeInTls(String provider) throws IOException {
    System.setProperty(PROVIDER, provider);
    assertThat(reason(Listener.MQTTS, closing(CLOSE_NOTIFY)))
        .isEqualTo("TLS handshake with HOST:PORT failed: the broker closed the connection");
    assertThat(reason(Listener.MQTTS, closing(USER_CANCELED, CLOSE_NOTIFY)))
        .isEqualTo("TLS handshake with HOST:PORT failed: the broker closed the connection");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void aHandshakeThatLastedLongIsReportedWithItsLength(String provider) throws IOException {
    System.setProperty(PROVIDER, provider);
    assertThat(
            reason(
                Listener.MQTTS,
                socket -> {
                  read(socket);
                  pause(1_050);
                }))
        .isEqualTo(
            "TLS handshake with HOST:PORT failed after 1 s: the broker closed the connection");
  }

  /** Another connection was shown a certificate, which says nothing of this one. */
  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void aCertificateOfTheClientIsGuessedAtOnlyWhenTheBrokerSentAnAlert(String provider)
      throws IOException {
    System.setProperty(PROVIDER, provider);
    assertThat(afterOneThatSucceeded(closing())).isEqualTo("the broker closed the connection");
    assertThat(afterOneThatSucceeded(closing(CLOSE_NOTIFY)))
        .isEqualTo("the broker closed the connection");
    assertThat(afterOneThatSucceeded(closing(USER_CANCELED, CLOSE_NOTIFY)))
        .isEqualTo("the broker closed the connection");
    assertThat(afterOneThatSucceeded(closing(HANDSHAKE_FAILURE)))
        .isEqualTo(
            "the broker refused it (alert handshake_failure); it may ask for a certificate of the"
                + " client");
  }

  private String afterOneThatSucceeded(Script script) throws IOException {
    try (FaultyBroker broker =
            FaultyBroker.builder()
                .tls(TestAuthority.server(authority.forLoopback(), "TLSv1.2"))
                .start();
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ClientDriver driver =
            Probe.driver(
                new Endpoint(Listener.MQTTS, "127.0.0.1", server.getLocalPort()),
                Optional.empty(),
                authority.access(folder))) {
      int secured = broker.endpoint(Listener.MQTTS).orElseThrow().port();
      Thread serving =
          new Thread(
              () -> {
                try {
                  relay(server, secured);
                  try (Socket socket = server.accept()) {
                    script.serve(socket);
                  }
                } catch (IOException | InterruptedException e) {
                  // the test has ended
                }
              });
      serving.setDaemon(true);
      serving.start();
      new Probe(driver, "good").connect().disconnect();
      String refusal = new Probe(driver, "bad").refusal();
      return refusal.substring(refusal.indexOf("failed: ") + "failed: ".length());
    }
  }

  /** Passes on one connection. */
  private static void relay(ServerSocket server, int port) throws IOException {
    Socket client = server.accept();
    Socket broker = new Socket(InetAddress.getLoopbackAddress(), port);
    copy(client, broker);
    copy(broker, client);
  }

  private static void copy(Socket from, Socket to) {
    Thread copy =
        new Thread(
            () -> {
              try (from;
                  to) {
                from.getInputStream().transferTo(to.getOutputStream());
              } catch (IOException e) {
                // one side has gone
              }
            });
    copy.setDaemon(true);
    copy.start();
  }

  @Test
  void aBrokerThatClosesBeforeItsConnAckIsReportedSo() throws IOException {
    assertThat(reason(Listener.MQTT, ClosedWhileOpeningTest::read))
        .isEqualTo("HOST:PORT closed the connection before CONNACK");
    assertThat(
            reason(
                Listener.MQTT,
                socket -> {
                  read(socket);
                  pause(1_050);
                }))
        .isEqualTo("HOST:PORT closed the connection before CONNACK, after 1 s");
  }

  @Test
  void oneThatResetsTheConnectionIsReportedSo() throws IOException {
    assertThat(
            reason(
                Listener.MQTT,
                socket -> {
                  read(socket);
                  socket.setSoLinger(true, 0);
                }))
        .startsWith("HOST:PORT: the connection broke before CONNACK: ")
        .contains("reset");
  }
}
