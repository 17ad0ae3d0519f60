package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --transport ws} has the broker listen to WebSockets, and all clients speak over them. */
class TransportIT {

  private static final int BAD_USAGE = 2;
  private static final String[] SMALL = {
    "--duration", "1s", "--warmup", "500ms", "--publishers", "20", "--rate", "500", "--plain"
  };

  @TempDir Path folder;

  private Outcome run(String... arguments) {
    return CallHere.run(
        folder, Stream.concat(Stream.of(arguments), Stream.of(SMALL)).toArray(String[]::new));
  }

  private RunResult result() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return RunResult.CODEC.read(
          files.filter(file -> file.endsWith("result.json")).findFirst().orElseThrow());
    }
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({
    "embedded:artemis, FANIN.SEC.Q1.SHARED, wss",
    "process:mosquitto, FANIN.Q1.SHARED, ws",
    "process:mosquitto, FANIN.SEC.Q0.SHARED, ws"
  })
  void messagesGoOverWebSockets(String broker, String scenario, String transport)
      throws IOException {
    if (broker.equals("process:mosquitto")) {
      Mosquitto.assumeInstalled();
    }
    Outcome outcome = run("run", scenario, "--broker", broker, "--transport", transport);
    outcome.wentToItsEnd();
    RunResult result = result();
    assertThat(result.scenario().session().transport()).contains(Transport.WEBSOCKET);
    assertThat(result.messages().received()).isEqualTo(750);
    assertThat(result.driver().tls().isPresent()).isEqualTo(scenario.contains("SEC"));
    outcome.brokerIsGone();
  }

  @Test
  void whatHasNoneIsRefused() {
    run("run", "FANIN.Q1.PARTITIONS", "--broker", "embedded:activemq", "--transport", "ws")
        .complains(
            BAD_USAGE,
            "FANIN.Q1.PARTITIONS needs WebSocket, which embedded:activemq does not support");
    run("run", "FANIN.Q1.SHARED", "--transport", "wss")
        .complains(BAD_USAGE, "--transport wss: only for scenarios with TLS");
    run("run", "FANIN.SEC.Q1.SHARED", "--transport", "ws", "--cipher", "PSK-AES256-CBC-SHA")
        .complains(BAD_USAGE, "--transport websocket: not with a pre-shared key");
    run("run", "FANIN.Q1.SHARED", "--transport", "ws", "--broker", "mqtt://127.0.0.1:1")
        .complains(BAD_USAGE, "WebSocket is needed, and no listener has it");
  }
}
