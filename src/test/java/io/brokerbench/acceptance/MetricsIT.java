package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus sees of a run is what the run does. */
class MetricsIT {

  /** Of 1 750 messages. */
  private static final double LEAST = 400;

  @TempDir private Path folder;

  @Test
  void theMetersFollowTheRun() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start();
        Call call =
            new Tool(folder)
                .start(
                    line -> {},
                    List.of(
                        ("run FANIN.Q1.SINGLE --broker "
                                + broker.endpoint().uri()
                                + " --publishers 10 --rate 500 --warmup 500ms --duration 3s"
                                + " --prometheus 0")
                            .split(" ", -1)))) {
      String url =
          call.awaitLine("metrics ").line("metrics ").orElseThrow().text().replaceFirst(".* ", "");
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreException(IOException.class)
          .until(() -> isUnderWay(scrape(url)));
      String text = scrape(url);
      Outcome outcome = call.end();

      outcome.wentToItsEnd();
      RunResult result =
          RunResult.CODEC.read(new Tool(folder).resultFolder().resolve("result.json"));
      assertThat(value(text, "brokerbench_messages_sent_total"))
          .isBetween(LEAST, (double) result.messages().sent());
      assertThat(value(text, "brokerbench_messages_received_total"))
          .isBetween(LEAST, (double) result.messages().received());
      assertThat(value(text, "brokerbench_messages_acknowledged_total"))
          .isBetween(LEAST, (double) result.messages().acknowledged());
      assertThat(value(text, "brokerbench_clients_connected")).isEqualTo(11);
      double mean =
          value(text, "brokerbench_latency_seconds_sum")
              / value(text, "brokerbench_latency_seconds_count");
      assertThat(mean).isPositive();
      assertThat(text)
          .contains("broker=\"MQTT broker\",driver=\"swarm\",scenario=\"FANIN.Q1.SINGLE\"")
          .containsPattern("brokerbench_latency_interval_seconds\\{.*percentile=\"99\".*} [0-9.]+");
    }
  }

  /** However late a busy machine makes it. */
  private static boolean isUnderWay(String text) {
    return value(text, "brokerbench_latency_seconds_count") > 0
        && Stream.of("sent", "received", "acknowledged")
            .allMatch(what -> value(text, "brokerbench_messages_" + what + "_total") >= LEAST);
  }

  private static String scrape(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(10)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  /** 0 where there is none yet. */
  private static double value(String text, String meter) {
    Matcher line =
        Pattern.compile("^" + meter + "\\{[^}]*} (\\S+)$", Pattern.MULTILINE).matcher(text);
    return line.find() ? Double.parseDouble(line.group(1)) : 0;
  }
}
