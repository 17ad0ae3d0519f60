package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.containers.process.FreePort;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.testkit.RequiredProgram;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers that keep meters have, when a run has ended, as many messages as its result. What a
 * server understands of what is sent to it, only a real one can say.
 */
class MeterServersIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ERROR = 400;

  @TempDir private Path folder;
  private final HttpClient client = HttpClient.newHttpClient();

  /** A server that was started, and its port. */
  private record Server(Process process, int port) implements AutoCloseable {

    String url(String path) {
      return "http://127.0.0.1:" + port + path;
    }

    @Override
    public void close() {
      process.destroy();
      try {
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
          process.destroyForcibly().waitFor();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What was counted in each five seconds is a point: together they are all messages. */
  @Test
  void influxDbHasEachMessageOnce() throws Exception {
    try (Server server = influxDb()) {
      RunResult result = run(server, "--influx", "?db=lab", Optional.empty());

      JsonNode answer =
          get(
              server.url(
                  "/query?db=lab&q="
                      + encoded("SELECT SUM(value) FROM brokerbench_messages_sent")));
      assertThat(answer.at("/results/0/series/0/values/0/1").asLong())
          .as(answer.toString())
          .isEqualTo(result.messages().sent());
    }
  }

  /** VictoriaMetrics has the second version of InfluxDB's interface, and OpenTelemetry's. */
  @Test
  void theSecondVersionHasThemToo() throws Exception {
    try (Server server = victoriaMetrics()) {
      RunResult result =
          run(server, "--influx", "/influx?org=us&bucket=lab", Optional.of("a-token"));

      isAnswered(server, "sum_over_time(brokerbench_messages_sent_value[10m])", result);
    }
  }

  /** A counter of OpenTelemetry is cumulative, so the last value is all messages. */
  @Test
  void openTelemetryHasThemInItsLastValue() throws Exception {
    try (Server server = victoriaMetrics()) {
      RunResult result = run(server, "--otlp", "/opentelemetry/v1/metrics", Optional.empty());

      isAnswered(server, "max_over_time(brokerbench_messages_sent_total[10m])", result);
    }
  }

  private void isAnswered(Server server, String query, RunResult result) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              JsonNode answer = get(server.url("/api/v1/query?query=" + encoded(query)));
              assertThat(answer.at("/data/result/0/value/1").asLong())
                  .as(answer.toString())
                  .isEqualTo(result.messages().sent());
              assertThat(answer.at("/data/result/0/metric/scenario").asText())
                  .isEqualTo(result.scenario().name());
            });
  }

  private RunResult run(Server server, String option, String path, Optional<String> token)
      throws Exception {
    Tool tool = new Tool(folder);
    token.ifPresent(each -> tool.with("BROKERBENCH_INFLUX_TOKEN", each));
    List<String> arguments = new ArrayList<>();
    try (FaultyBroker broker = FaultyBroker.start()) {
      arguments.addAll(
          List.of(
              ("run FANIN.Q1.SINGLE --broker "
                      + broker.endpoint().uri()
                      + " --publishers 10 --rate 500 --warmup 500ms --duration 8s")
                  .split(" ", -1)));
      arguments.add(option);
      arguments.add(server.url(path));
      Outcome outcome = tool.run(arguments);
      outcome.wentToItsEnd();
      tool.leftNothing(outcome);
    }
    return RunResult.CODEC.read(tool.resultFolder().resolve("result.json"));
  }

  private Server influxDb() throws Exception {
    Path program = RequiredProgram.INFLUXD.orSkip();
    int port = FreePort.find();
    Path data = Files.createDirectory(folder.resolve("influxdb"));
    Path file = data.resolve("influxdb.conf");
    Files.writeString(
        file,
        """
        reporting-disabled = true
        bind-address = "127.0.0.1:%d"
        [meta]
          dir = "%s/meta"
        [data]
          dir = "%s/data"
          wal-dir = "%s/wal"
        [http]
          bind-address = "127.0.0.1:%d"
        """
            .formatted(FreePort.find(), data, data, data, port));
    return started(port, "/ping", program.toString(), "-config", file.toString());
  }

  private Server victoriaMetrics() throws Exception {
    Path program = RequiredProgram.VICTORIA_METRICS.orSkip();
    assumeTrue(
        Commands.succeeds(program.toString(), "-opentelemetry.usePrometheusNaming", "-version"),
        "victoria-metrics is too old: it has no -opentelemetry.usePrometheusNaming");
    int port = FreePort.find();
    return started(
        port,
        "/health",
        program.toString(),
        "-httpListenAddr=127.0.0.1:" + port,
        "-search.latencyOffset=0s",
        "-opentelemetry.usePrometheusNaming",
        "-storageDataPath=" + folder.resolve("victoria-metrics"));
  }

  private Server started(int port, String ready, String... command) throws IOException {
    Path log = folder.resolve("server.log");
    Server server =
        new Server(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start(),
            port);
    try {
      await()
          .atMost(LIMIT)
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () ->
                  !server.process().isAlive()
                      || send("GET", server.url(ready)).statusCode() < ERROR);
      assertThat(server.process().isAlive()).as(Files.readString(log)).isTrue();
    } catch (RuntimeException | AssertionError e) {
      server.close();
      throw e;
    }
    return server;
  }

  private JsonNode get(String url) throws IOException, InterruptedException {
    return Json.mapper().readTree(send("GET", url).body());
  }

  private HttpResponse<String> send(String method, String url)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url))
            .timeout(LIMIT)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String encoded(String query) {
    return URLEncoder.encode(query, StandardCharsets.UTF_8);
  }
}
