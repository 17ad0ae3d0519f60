package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.load.OpenLoad;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path folder;
  private Session session;
  private final CountDownLatch heard = new CountDownLatch(1);

  @BeforeEach
  void start() {
    session = new Session(folder);
  }

  @Test
  void aBrowserSeesTheRunAndThenItsReport() throws Exception {
    CompletableFuture<HttpResponse<String>> page = new CompletableFuture<>();
    CompletableFuture<List<String>> events = new CompletableFuture<>();
    during(
        () -> {
          page.complete(get(url()));
          events.completeAsync(this::events);
          await(heard);
        });

    assertThat(session.runScenario("FANIN.Q0.SHARED", "--watch")).isZero();

    assertThat(page.get().headers().firstValue("Content-Type"))
        .hasValue("text/html; charset=utf-8");
    assertThat(page.get().body()).contains("FANIN.Q0.SHARED: running", "id=\"phase\"");
    List<String> lines = events.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(lines).contains("event: state", "event: report");
    assertThat(json(lines.get(1)).at("/facts/backlog").asText()).isEqualTo("41");
    assertThat(json(lines.get(1)).at("/facts/subject").asText()).startsWith("FANIN.Q0.SHARED on ");
    String report = json(lines.get(lines.size() - 2)).asText();
    assertThat(report).startsWith("<!DOCTYPE html>").contains("OK</strong>");
    assertThat(written("report.html")).isEqualTo(report);
    assertThat(written("command.txt")).startsWith("./brokerbench run FANIN.Q0.SHARED --watch");
    assertThat(get(url())).as("the server is gone").isNull();
  }

  @Test
  void aBrowserThatNeverReadsHoldsUpNobody() throws Exception {
    List<Long> millis = new ArrayList<>();
    CompletableFuture<Socket> deaf = new CompletableFuture<>();
    session.with(
        (scenario, broker, driver, settings, listener) ->
            StubRig.doing(
                    () -> {
                      deaf.complete(ask());
                      long start = System.nanoTime();
                      for (int i = 0; i < 100_000; i++) {
                        listener.onProgress(steady());
                      }
                      millis.add(Duration.ofNanos(System.nanoTime() - start).toMillis());
                    })
                .create(scenario, broker, driver, settings, listener));

    long start = System.nanoTime();
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--watch=0")).isZero();

    assertThat(millis.get(0))
        .as("100 000 reports, of which a run makes five a second")
        .isLessThan(10_000);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    deaf.get().close();
    assertThat(get(url())).as("the server is gone").isNull();
  }

  @Test
  void aPortThatIsTakenIsOneLineAndNothingIsStarted() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());

      assertThat(session.runScenario("FANIN.Q0.SHARED", "--watch", port))
          .isEqualTo(ExitCode.ENVIRONMENT_CANNOT);

      assertThat(session.err())
          .startsWith("brokerbench: --watch: port " + port + " cannot be had (")
          .hasLineCount(1);
    }
  }

  @Test
  void whatIsNoPortIsBadUsage() {
    assertThat(session.runScenario("FANIN.Q0.SHARED", "--watch", "65536"))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .isEqualTo("brokerbench: --watch 65536: between 0 and 65535" + System.lineSeparator());
  }

  @Test
  void eachSearchOfAComparisonHasItsKnee() {
    List<String> seen = new ArrayList<>();
    session.with(
        (scenario, broker, driver, settings, listener) ->
            new Rig() {
              @Override
              public RunResult run() {
                if (seen.size() < 8) {
                  seen.add(partAndKnee());
                }
                double rate = ((OpenLoad) scenario.workload().load()).peakRate().perSecond();
                RunResult result = StubRig.result(scenario, broker, Verdict.Status.OK, true);
                return rate <= 12_000 ? result : StubRig.failed(result);
              }

              @Override
              public void stop() {}
            });

    session.run(
        ("ab FANIN.Q0.SINGLE --baseline embedded:artemis --candidate embedded:activemq --search"
                + " --rate 10000 --seed 1 --watch --out "
                + folder)
            .split(" ", -1));

    List<String> pair = seen.stream().filter(each -> each.startsWith("round 1, ")).toList();
    String side = pair.get(0).replaceFirst(" 0$", "");
    assertThat(pair.subList(0, 4))
        .as("a run at the given load, then the steps of the search")
        .containsExactly(side + " 0", side + " 0", side + " 1", side + " 2");
  }

  /** Which part the page says is under way, and the number of steps of its knee. */
  private String partAndKnee() {
    try (Stream<String> lines =
        HttpClient.newHttpClient().send(request(url() + "events"), BodyHandlers.ofLines()).body()) {
      JsonNode state = json(lines.filter(line -> line.startsWith("data: ")).findFirst().get());
      int steps = 0;
      for (JsonNode chart : state.path("charts")) {
        steps += chart.path("id").asText().equals("knee-latency") ? chart.path("xs").size() : 0;
      }
      return state.at("/facts/phase").asText().replaceFirst(": .*", "") + " " + steps;
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void storedResultsGetTheirPagesAgain() {
    session.runScenario("FANIN.Q0.SHARED");

    assertThat(session.run("report", folder.toString())).isZero();

    assertThat(session.out()).contains(folder.resolve("report.html").toString());
    assertThat(folder.resolve("report.html")).content().contains("1 result<", "FANIN.Q0.SHARED");
  }

  @Test
  void aFolderWithoutResultsIsOneLine() {
    assertThat(session.run("report", folder.resolve("none").toString()))
        .isEqualTo(ExitCode.BAD_USAGE);
    assertThat(session.err())
        .startsWith("brokerbench: report: there is no folder ")
        .hasLineCount(1);
  }

  /** Each group has a page and a state of its own while all are under way. */
  @Test
  void aBrowserSeesEachGroup() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("fleet.yaml"),
            """
            name: FLEET
            phases: {warmUp: 1s, steady: 4s}
            groups: {telemetry: {workload: {qos: 0}}, commands: {start: 1s, workload: {qos: 1}}}
            """);
    CompletableFuture<List<String>> events = new CompletableFuture<>();
    Map<String, String> pages = new ConcurrentHashMap<>();
    CyclicBarrier all =
        new CyclicBarrier(
            2,
            () -> {
              for (String path : List.of("", "telemetry/", "commands/", "none/")) {
                pages.put(path, get(url() + path).body());
              }
              events.completeAsync(() -> events("telemetry/"));
              await(heard);
            });
    during(
        () -> {
          try {
            all.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });

    assertThat(session.runScenario(file.toString(), "--watch")).as(session.err()).isZero();

    assertThat(pages.get("")).contains("FLEET, commands: running", "href=\"/telemetry/\"");
    assertThat(pages.get("telemetry/")).contains("FLEET, telemetry: running");
    assertThat(pages.get("commands/")).contains("FLEET, commands: running");
    assertThat(pages.get("none/")).isEmpty();
    List<String> lines = events.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(json(lines.get(1)).at("/facts/subject").asText()).startsWith("FLEET.telemetry on ");
    assertThat(json(lines.get(1)).at("/facts/backlog").asText()).isEqualTo("41");
    assertThat(lines).contains("event: report");
  }

  private void during(Runnable task) {
    session.with(
        (scenario, broker, driver, settings, listener) ->
            StubRig.doing(
                    () -> {
                      listener.onProgress(steady());
                      task.run();
                    })
                .create(scenario, broker, driver, settings, listener));
  }

  /** All lines until the server ends them. */
  private List<String> events() {
    return events("");
  }

  private List<String> events(String of) {
    try {
      return HttpClient.newHttpClient()
          .send(request(url() + of + "events"), BodyHandlers.ofLines())
          .body()
          .peek(line -> heard.countDown())
          .collect(Collectors.toList());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks for events and reads none of them. */
  private Socket ask() {
    URI address = URI.create(url());
    try {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(1_024);
      socket.connect(new java.net.InetSocketAddress(address.getHost(), address.getPort()));
      String request = "GET /events HTTP/1.1\r\nHost: " + address.getAuthority() + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return socket;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode json(String line) throws JsonProcessingException {
    assertThat(line).startsWith("data: ");
    return Json.mapper().readTree(line.substring("data: ".length()));
  }

  private String written(String name) throws IOException {
    try (var folders = java.nio.file.Files.list(folder)) {
      Path result =
          folders.filter(path -> path.toString().contains("FANIN")).findFirst().orElseThrow();
      return java.nio.file.Files.readString(result.resolve(name));
    }
  }

  private String url() {
    return session
        .err()
        .lines()
        .filter(line -> line.startsWith("watch "))
        .map(line -> line.replaceFirst("watch +", ""))
        .findFirst()
        .orElseThrow();
  }

  /** The answer; null without an answer. */
  private static HttpResponse<String> get(String url) {
    try {
      return HttpClient.newHttpClient().send(request(url), BodyHandlers.ofString());
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpRequest request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
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
        OptionalDouble.empty(),
        RunTotals.NONE,
        IntervalLatency.NONE);
  }
}
