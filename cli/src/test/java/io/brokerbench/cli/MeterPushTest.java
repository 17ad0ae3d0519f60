package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.brokerbench.cli.settings.OptionEnvironment;
import io.brokerbench.cli.terminal.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Meters that are sent arrive, at the latest when the command ends. */
class MeterPushTest {

  @TempDir Path folder;
  private final Map<String, String> bodies = new ConcurrentHashMap<>();
  private HttpServer server;
  private Session session;

  @BeforeEach
  void start() throws IOException {
    session = new Session(folder);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean packed =
                "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            bodies.merge(
                exchange.getRequestURI().toString(),
                new String(packed ? unpacked(body) : body, StandardCharsets.ISO_8859_1),
                String::concat);
            exchange.sendResponseHeaders(200, -1);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @MethodSource("io.brokerbench.cli.Session#commandsThatMeasure")
  void eachCommandThatMeasuresSendsToOpenTelemetry(String command) {
    run(command + " --otlp " + url() + "/v1/metrics");

    assertThat(bodies).containsKey("/v1/metrics");
    assertThat(bodies.get("/v1/metrics"))
        .contains("brokerbench.messages.sent", "service.name", "Artemis");
  }

  @Test
  void influxGetsLinesByTheNameOfTheDatabase() {
    run("run FANIN.Q0.SHARED --influx " + url() + "?db=lab");

    String path =
        bodies.keySet().stream()
            .filter(each -> each.startsWith("/write"))
            .findFirst()
            .orElseThrow();
    assertThat(path).contains("db=lab");
    assertThat(bodies.get(path))
        .contains("brokerbench_clients_connected,broker=Artemis,driver=swarm,");
  }

  @Test
  void influxOfVersionTwoGetsThemByItsBucket() {
    session.in(new OptionEnvironment(Map.of("BROKERBENCH_INFLUX_TOKEN", "t"), Optional.empty()));

    run("run FANIN.Q0.SHARED --influx " + url() + "?org=us&bucket=lab");

    assertThat(bodies.keySet())
        .anySatisfy(
            path -> assertThat(path).startsWith("/api/v2/write").contains("org=us", "bucket=lab"));
  }

  @Test
  void allOfThemGetTheSameMeters() {
    run(
        "run FANIN.Q0.SHARED --prometheus 0 --otlp %s/v1/metrics --influx %s?db=lab"
            .formatted(url(), url()));

    assertThat(bodies.keySet()).anyMatch(path -> path.startsWith("/write"));
    assertThat(bodies).containsKey("/v1/metrics");
    assertThat(session.err()).contains("metrics     http://127.0.0.1:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --otlp localhost:4318       | --otlp localhost:4318: a URL, such as http://127.0.0.1:4318/v1/metrics
          --otlp ftp://x/             | --otlp ftp://x/: a URL, such as http://127.0.0.1:4318/v1/metrics
          --influx x                  | --influx x: a URL, such as http://127.0.0.1:8086?db=brokerbench
          --influx http://x?table=y   | --influx http://x?table=y: db=NAME, or org=NAME and bucket=NAME
          --influx http://x?org=y&bucket=z | --influx http://x?org=y&bucket=z: org and bucket require a token in the variable BROKERBENCH_INFLUX_TOKEN
          --influx http://x?org=y     | --influx http://x?org=y: db, or org and bucket
          """)
  void whatIsNoPlaceToSendToIsRefused(String args, String line) {
    assertThat(session.runScenario(("FANIN.Q0.SHARED " + args).split(" ")))
        .isEqualTo(ExitCode.BAD_USAGE);

    assertThat(session.err()).isEqualTo("brokerbench: " + line + "\n");
    assertThat(session.artemis.open).hasValue(0);
  }

  @Test
  void whatIsNotReceivedIsSaidOnceAndChangesNoVerdict() {
    String nowhere = url();
    server.stop(0);

    run("run FANIN.Q0.SHARED --otlp %s/v1/metrics --influx %s?db=lab".formatted(nowhere, nowhere));

    assertThat(session.err().lines().filter(line -> line.contains("no meters reach")))
        .hasSize(2)
        .allMatch(line -> line.contains(nowhere) && line.endsWith(": connection refused"));
    assertThat(session.err()).doesNotContain("Exception", "\tat ");
  }

  @Test
  void aReceiverThatRefusesIsNamedWithItsAnswer() {
    server.removeContext("/");

    run("run FANIN.Q0.SHARED --influx " + url() + "?db=lab");

    assertThat(session.err())
        .containsOnlyOnce("no meters reach " + url() + "?db=lab: the answer is HTTP 404");
  }

  @Test
  void aPlanRefusesWhatARunDoes() {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--dry-run", "--otlp", "foo"))
        .isEqualTo(ExitCode.BAD_USAGE);
  }

  private void run(String command) {
    int code = session.run((command + " --out " + folder).split(" "));

    assertThat(code)
        .as(session.err())
        .isNotEqualTo(ExitCode.BAD_USAGE)
        .isNotEqualTo(ExitCode.ENVIRONMENT_CANNOT);
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static byte[] unpacked(byte[] body) throws IOException {
    try (GZIPInputStream packed = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return packed.readAllBytes();
    }
  }
}
