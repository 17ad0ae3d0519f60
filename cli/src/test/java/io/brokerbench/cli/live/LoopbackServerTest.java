package io.brokerbench.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of another site cannot read what is served, by whatever name it calls this address. */
class LoopbackServerTest {

  private LoopbackServer server;

  @BeforeEach
  void open() throws Exception {
    server =
        LoopbackServer.open(
            "--watch",
            0,
            Map.of(
                "/",
                exchange -> {
                  try (exchange) {
                    exchange.sendResponseHeaders(200, -1);
                  }
                }));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "127.0.0.1:PORT", "localhost", "LocalHost:PORT", "[::1]:PORT"})
  void aNameOfThisMachineIsAnswered(String host) throws Exception {
    assertThat(statusFor("GET", host)).isEqualTo("200");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:PORT",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1:PORT",
        "127.0.0.1:PORT@evil.example",
        ""
      })
  void anotherNameIsRefused(String host) throws Exception {
    assertThat(statusFor("GET", host)).isEqualTo("403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE"})
  void onlyGetIsAnswered(String method) throws Exception {
    assertThat(statusFor(method, "localhost")).isEqualTo("405");
  }

  private String statusFor(String method, String host) throws IOException {
    int port = URI.create(server.url()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request =
          "%s / HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
              .formatted(method, host.replace("PORT", Integer.toString(port)));
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.split(" ", 3)[1];
    }
  }
}
