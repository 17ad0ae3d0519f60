package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.security.Access.Login;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MqttProbeTest {

  private static final Duration TIMEOUT = Duration.ofMillis(300);
  private static final int CONNECT_BYTES = 2 + 12 + "brokerbench-probe".length();

  @Test
  void tellsTheReturnCodeAndSaysGoodbye() throws Exception {
    assertThat(answerOf(0x20, 2, 0, 0)).isZero();
    assertThat(answerOf(0x20, 2, 0, 5)).isEqualTo(5);
  }

  @Test
  void aBrokerOfAnotherVersionIsOne() throws Exception {
    assertThat(MqttProbe.isOfAnotherVersion(answerOf(0x20, 2, 0, 1))).isTrue();
    assertThat(MqttProbe.isOfAnotherVersion(answerOf(0x20, 3, 0, 0x84, 0))).isTrue();
    assertThat(MqttProbe.isOfAnotherVersion(5)).isFalse();
  }

  @Test
  void anotherThanThePlainClientIsAUserWithAPassword() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> connect = CompletableFuture.supplyAsync(() -> connectOf(server));
      Login login = new Login("ann", "x".repeat(150));
      assertThat(MqttProbe.connect("127.0.0.1", server.getLocalPort(), TIMEOUT, Optional.of(login)))
          .isEqualTo(5);
      byte[] packet = connect.get(5, TimeUnit.SECONDS);
      int body = 10 + 2 + 17 + 2 + 3 + 2 + 150;
      assertThat(packet).hasSize(3 + body);
      assertThat(packet)
          .startsWith(0x10, body % 128 + 128, body / 128, 0, 4, 'M', 'Q', 'T', 'T', 4);
      assertThat(packet[10] & 0xff).isEqualTo(0xC2);
      assertThat(new String(packet, StandardCharsets.US_ASCII)).contains("ann").endsWith("xxx");
    }
  }

  /** What comes at once; answered with "not authorised". */
  private static byte[] connectOf(ServerSocket server) {
    try (Socket client = server.accept()) {
      byte[] packet = client.getInputStream().readNBytes(3 + 186);
      client.getOutputStream().write(new byte[] {0x20, 2, 0, 5});
      return packet;
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void tellsWhatIsNotMqtt() {
    assertThatThrownBy(() -> answerOf('H', 'T', 'T', 'P'))
        .hasMessageContaining("does not speak MQTT");
    assertThatThrownBy(this::answerOf).hasMessageContaining("closed the connection");
  }

  @Test
  void doesNotWaitForEver() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> MqttProbe.connect("127.0.0.1", silent.getLocalPort(), TIMEOUT))
          .isInstanceOf(IOException.class)
          .hasMessage("it accepted TCP and did not answer MQTT's CONNECT within 300ms");
    }
  }

  /** What the probe says to a server that reads a CONNECT and answers these bytes. */
  private int answerOf(int... answer) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<byte[]> goodbye =
          CompletableFuture.supplyAsync(() -> answerOnce(server, answer));
      int code = MqttProbe.connect("127.0.0.1", server.getLocalPort(), TIMEOUT);
      byte[] expected = code == 0 ? new byte[] {(byte) 0xE0, 0} : new byte[0];
      assertThat(goodbye.get(5, TimeUnit.SECONDS)).isEqualTo(expected);
      return code;
    }
  }

  private static byte[] answerOnce(ServerSocket server, int... answer) {
    try (Socket client = server.accept()) {
      byte[] connect = client.getInputStream().readNBytes(CONNECT_BYTES);
      assertThat(connect[1]).isEqualTo((byte) (CONNECT_BYTES - 2));
      for (int b : answer) {
        client.getOutputStream().write(b);
      }
      return answer.length == 0 ? new byte[0] : client.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }
}
