package io.brokerbench.mqtt.swarm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.mqtt.swarm.codec.MqttViolationException;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MQTT over WebSocket, with and without TLS. */
class SwarmWebSocketTest {

  @TempDir private Path folder;

  @Test
  void aWebSocketOverTlsIsBoth() {
    TestAuthority authority = TestAuthority.create();
    CipherSuite suite = CipherSuite.ECDHE_RSA_AES256_GCM;
    try (FaultyBroker broker =
            FaultyBroker.builder()
                .tls(TestAuthority.server(authority.forLoopback(), "TLSv1.2"))
                .webSocket("/mqtt")
                .start();
        ClientDriver driver =
            Probe.driver(
                broker.endpoint(Listener.WSS).orElseThrow(),
                Optional.of(suite),
                authority.access(folder))) {
      Probe probe = new Probe(driver, "c").connect();
      assertThat(driver.negotiatedTls().orElseThrow().cipher()).isEqualTo(suite.ianaName());
      assertThat(probe.securedNanos()).isGreaterThan(probe.tcpNanos());
      probe.disconnect();
    }
  }

  @Test
  void aRefusedWebSocketIsNamedWithTheStatus() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ClientDriver driver =
            Probe.driver(
                new Endpoint(Listener.WS, "127.0.0.1", server.getLocalPort(), "/other"),
                Optional.empty(),
                Access.OPEN)) {
      Thread answer =
          new Thread(
              () -> {
                try (var socket = server.accept()) {
                  assertThat(socket.getInputStream().read()).isEqualTo('G'); // of GET
                  socket
                      .getOutputStream()
                      .write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(UTF_8));
                  socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                  // the client has gone
                }
              });
      answer.start();
      assertThat(new Probe(driver, "c").refusal())
          .isEqualTo(
              "ws://127.0.0.1:%d/other refused the WebSocket: 404 Not Found"
                  .formatted(server.getLocalPort()));
    }
  }

  @Test
  void framesCarryAStreamAndPingsAreAnswered() {
    EmbeddedChannel channel = new EmbeddedChannel(new WebSocketFrames());
    channel.writeInbound(new BinaryWebSocketFrame(false, 0, bytes("pac")));
    channel.writeInbound(new PingWebSocketFrame(bytes("?")));
    channel.writeInbound(new ContinuationWebSocketFrame(true, 0, bytes("ket")));
    assertThat(text(channel.readInbound())).isEqualTo("pac");
    assertThat(text(channel.readInbound())).isEqualTo("ket");
    PongWebSocketFrame pong = channel.readOutbound();
    assertThat(text(pong.content())).isEqualTo("?");

    channel.writeOutbound(bytes("out"));
    BinaryWebSocketFrame out = channel.readOutbound();
    assertThat(text(out.content())).isEqualTo("out");

    channel.writeInbound(new CloseWebSocketFrame());
    CloseWebSocketFrame goodbye = channel.readOutbound();
    assertThat(goodbye).isNotNull();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void textIsRefused() {
    EmbeddedChannel channel = new EmbeddedChannel(new WebSocketFrames());
    assertThatThrownBy(() -> channel.writeInbound(new TextWebSocketFrame("hello")))
        .isInstanceOf(MqttViolationException.class)
        .hasMessageContaining("it is not binary");
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, UTF_8);
  }

  private static String text(ByteBuf buffer) {
    String text = buffer.toString(UTF_8);
    buffer.release();
    return text;
  }
}
