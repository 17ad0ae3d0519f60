package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.result.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MetricsTest {

  @TempDir Path folder;
  private Session session;

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @Test
  void metersAreServedWhileARunIsUnderWayAndNoLonger() throws Exception {
    AtomicReference<HttpResponse<String>> scraped = new AtomicReference<>();
    session.with(
        (scenario, broker, driver, settings, listener) ->
            StubRig.doing(
                    () -> {
                      listener.onProgress(steady());
                      scraped.set(get(url(), "GET"));
                    })
                .create(scenario, broker, driver, settings, listener));

    assertThat(session.runScenario("FANIN.Q0.SHARED", "--prometheus", "0")).isZero();

    String tags = "{broker=\"Artemis\",driver=\"swarm\",scenario=\"FANIN.Q0.SHARED\"}";
    assertThat(scraped.get().statusCode()).isEqualTo(200);
    assertThat(scraped.get().headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
    assertThat(scraped.get().body())
        .contains("brokerbench_messages_sent_total" + tags + " 100.0")
        .contains("brokerbench_latency_seconds_count" + tags + " 50")
        .contains("brokerbench_backlog_messages" + tags + " 41.0")
        .containsPattern("brokerbench_latency_interval_seconds\\{.*percentile=\"99\".*} 0.002")
        .containsPattern("brokerbench_cpu_cores\\{.*process=\"generator\".*} 0.25");
    assertThat(get(url(), "GET")).as("the server is gone").isNull();
  }

  /** All groups are under way when the last one is looked at. */
  @Test
  void theMetersOfEachGroupHaveItsName() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("fleet.yaml"),
            """
            name: FLEET
            phases: {warmUp: 1s, steady: 4s}
            groups: {telemetry: {workload: {qos: 0}}, commands: {workload: {qos: 1}}}
            """);
    AtomicReference<HttpResponse<String>> scraped = new AtomicReference<>();
    CyclicBarrier both = new CyclicBarrier(2, () -> scraped.set(get(url(), "GET")));
    session.with(
        (scenario, broker, driver, settings, listener) ->
            StubRig.doing(
                    () -> {
                      listener.onProgress(steady());
                      await(both);
                    })
                .create(scenario, broker, driver, settings, listener));
    assertThat(session.runScenario(file.toString(), "--prometheus", "0")).isZero();
    for (String group : List.of("telemetry", "commands")) {
      assertThat(scraped.get().body())
          .contains(
              "brokerbench_messages_sent_total{broker=\"Artemis\",driver=\"swarm\",group=\"%s\",scenario=\"FLEET\"} 100.0"
                  .formatted(group));
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** What the session has, each command that measures has. */
  @ParameterizedTest
  @MethodSource("io.brokerbench.cli.Session#commandsThatMeasure")
  void eachCommandThatMeasuresServesItsMeters(String command) {
    AtomicReference<HttpResponse<String>> scraped = new AtomicReference<>();
    session.with(
        (scenario, broker, driver, settings, listener) ->
            StubRig.doing(
                    () -> {
                      listener.onProgress(steady());
                      scraped.compareAndSet(null, get(url(), "GET"));
                    })
                .create(scenario, broker, driver, settings, listener));
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--prometheus", "0", "--out", folder.toString()));

    session.run(words.toArray(String[]::new));

    assertThat(scraped.get()).as(session.err()).isNotNull();
    assertThat(scraped.get().body())
        .contains("brokerbench_messages_sent_total{")
        .contains("brokerbench_clients_connected{");
    assertThat(get(url(), "GET")).as("the server is gone").isNull();
  }

  @Test
  void betweenTwoRunsNoClientIsConnectedAndCountersGoOn() {
    List<String> scraped = new ArrayList<>();
    session.with(
        (scenario, broker, driver, settings, listener) ->
            StubRig.doing(
                    () -> {
                      scraped.add(get(url(), "GET").body());
                      listener.onProgress(steady());
                    })
                .create(scenario, broker, driver, settings, listener));

    session.run(
        "search",
        "FANIN.Q0.SHARED",
        "--from",
        "1000",
        "--to",
        "2000",
        "--prometheus",
        "0",
        "--out",
        folder.toString());

    assertThat(scraped).hasSizeGreaterThan(1);
    assertThat(scraped.get(1))
        .containsPattern("brokerbench_clients_connected\\{.*} 0.0")
        .containsPattern("brokerbench_backlog_messages\\{.*} 0.0")
        .containsPattern("brokerbench_messages_sent_total\\{.*} 100.0");
  }

  @Test
  void onlyReadingIsAllowed() {
    AtomicReference<HttpResponse<String>> answer = new AtomicReference<>();
    session.with(StubRig.doing(() -> answer.set(get(url(), "DELETE"))));

    session.runScenario("FANIN.Q0.SHARED", "--prometheus", "0");

    assertThat(answer.get().statusCode()).isEqualTo(405);
  }

  @Test
  void aPortThatIsTakenIsOneLineAndNothingIsStarted() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(session.runScenario("FANIN.Q0.SHARED", "--prometheus", port))
          .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

      assertThat(session.err())
          .startsWith("brokerbench: --prometheus: port " + port + " cannot be had (")
          .hasLineCount(1);
    }
  }

  @Test
  void whatIsNoPortIsBadUsage() {
    session.with(StubRig.ending(Verdict.Status.OK));

    assertThat(session.runScenario("FANIN.Q0.SHARED", "--prometheus", "65536"))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .isEqualTo("brokerbench: --prometheus 65536: between 0 and 65535" + System.lineSeparator());
  }

  private String url() {
    return session
        .err()
        .lines()
        .filter(line -> line.startsWith("metrics "))
        .map(line -> line.replaceFirst("metrics +", ""))
        .findFirst()
        .orElseThrow();
  }

  /** The answer; null without an answer. */
  private static HttpResponse<String> get(String url, String method) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(url))
                  .method(method, HttpRequest.BodyPublishers.noBody())
                  .timeout(Duration.ofSeconds(20))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Progress steady() {
    return new Progress(
        Phase.STEADY,
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        1_010,
        1_010,
        0,
        0,
        41,
        2_000_000,
        OptionalDouble.of(0.6),
        0.25,
        OptionalDouble.of(0.4),
        new RunTotals(100, 90, 80, 50, 1e9),
        new IntervalLatency(500_000, 2_000_000, 4_000_000, 9_000_000));
  }
}
