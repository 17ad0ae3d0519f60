package io.brokerbench.report.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.experiment.history.BuildRule;
import io.brokerbench.experiment.history.ExampleHistory;
import io.brokerbench.experiment.history.HistoryQuestion;
import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.experiment.history.ReleaseLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryExportsTest {

  @TempDir Path folder;
  private HistoryResult result;
  private Map<String, String> files;
  private String slug;

  @BeforeEach
  void export() {
    ExampleHistory.nights(folder, 30, 21);
    result = read();
    files = HistoryExports.of(result);
    slug = HistoryExports.slug(result.single().name());
  }

  private HistoryResult read() {
    return HistoryResult.of(
        folder,
        HistoryQuestion.usual(BuildRule.RESULT).about("p99,received"),
        ExampleHistory.START);
  }

  @Test
  void otavaReadsARowForEachBuildAndTheDirectionOfEachFigure() throws IOException {
    assertThat(files.get(slug + ".csv").lines())
        .hasSize(31)
        .startsWith("time,build,version,latency.endToEnd.p99,throughput.received")
        .anySatisfy(row -> assertThat(row).startsWith("2026-10-21T02:00:00Z,2.56.0,2.56.0,"));
    JsonNode test = Json.mapper().readTree(files.get("otava.yaml")).path("tests").path(slug);
    assertThat(test.path("type").asText()).isEqualTo("csv");
    assertThat(test.path("file").asText()).isEqualTo(slug + ".csv");
    JsonNode metrics = test.path("metrics");
    assertThat(metrics.path("latency.endToEnd.p99").path("direction").asInt()).isEqualTo(-1);
    assertThat(metrics.path("throughput.received").path("direction").asInt()).isEqualTo(1);
  }

  @Test
  void linesWhoseNamesDifferInOtherLettersOnlyHaveFilesOfTheirOwn() {
    ReleaseLine line = result.single();
    List<ReleaseLine> both =
        Stream.of("\u0434 on Artemis", "\u043a on Artemis")
            .map(
                name ->
                    new ReleaseLine(
                        name, line.subject(), line.builds(), line.figures(), line.notCounted()))
            .toList();

    assertThat(
            HistoryExports.of(
                new HistoryResult(
                    HistoryResult.SCHEMA,
                    result.analysedAt(),
                    result.detection(),
                    both,
                    result.leftOut())))
        .containsKeys("on-artemis.csv", "on-artemis-2.csv");
  }

  @Test
  void aFigureThatABuildLacksHasNoColumn() {
    ExampleHistory.store(
        folder.resolve("x.json"), new ExampleResult().latencies(0).build(), "3.0", 31);

    Map<String, String> some = HistoryExports.of(read());
    assertThat(some.get(slug + ".csv").lines())
        .hasSize(32)
        .startsWith("time,build,version,throughput.received");
    assertThat(some.get("bencher.json")).doesNotContain("p99");
  }

  @Test
  void bencherAndGithubHaveTheLatestBuild() throws IOException {
    double p99 = result.single().figures().get(0).values().get(29);

    JsonNode bencher = Json.mapper().readTree(files.get("bencher.json"));
    assertThat(
            bencher
                .path(result.single().name())
                .path("latency-endtoend-p99")
                .path("value")
                .asDouble())
        .isEqualTo(p99);
    JsonNode smaller = Json.mapper().readTree(files.get("github-smaller.json"));
    assertThat(smaller).hasSize(1);
    assertThat(smaller.path(0).path("name").asText())
        .isEqualTo(result.single().name() + ": p99 end-to-end");
    assertThat(smaller.path(0).path("unit").asText()).isEqualTo("ns");
    assertThat(smaller.path(0).path("value").asDouble()).isEqualTo(p99);
    JsonNode bigger = Json.mapper().readTree(files.get("github-bigger.json"));
    assertThat(bigger).hasSize(1);
    assertThat(bigger.path(0).path("unit").asText()).isEqualTo("1/s");
  }

  @Test
  void junitFailsWhatBecameWorseInTheLatestBuilds() {
    assertThat(HistoryJunit.of(result, 20))
        .contains("tests=\"2\" failures=\"1\"")
        .contains("name=\"p99 end-to-end\"", "WORSE: p99 end-to-end +20 %, from ")
        .contains("since 2.56.0 of 2026-10-21")
        .contains("<property name=\"lastChange\" value=\"21\"/>");
    assertThat(HistoryJunit.of(result, 5)).contains("tests=\"2\" failures=\"0\"");
  }
}
