package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thresholds with their values, limits and margins, on the pages of all results that have some. */
class ThresholdTableTest {

  /** Crossed, and kept. */
  private static final List<String> ROWS =
      List.of(
          """
          p99&gt;500ms</th>
          <td>CROSSED</td>
          <td>p99 end-to-end</td>
          <td class="n">591 ms</td>
          <td class="n">above 500 ms</td>
          <td class="n">18 % over</td>
          """,
          """
          messages.lost&gt;0</th>
          <td>kept</td>
          <td>lost</td>
          <td class="n">0</td>
          <td class="n">above 0</td>
          <td class="n">&ndash;</td>
          """);

  @TempDir Path folder;

  @Test
  void aRunHasThem() {
    assertThat(HtmlReport.of(RunResult.CODEC.read(run()), PageContext.NONE))
        .contains(": FAILED</title>")
        .containsSubsequence(
            "threshold crossed: p99&gt;500ms",
            "<h2>Thresholds</h2>",
            ">value<",
            ">limit<",
            ">margin<",
            ROWS.get(0),
            ROWS.get(1));
    assertThat(HtmlReport.of(Examples.run(), PageContext.NONE)).doesNotContain("Thresholds");
  }

  @Test
  void thoseOfARunWhoseFiguresDoNotCountAreStruckThrough() {
    RunResult disturbed =
        new ExampleResult()
            .verdict(Verdict.Status.DISTURBED, true, "other processes took all")
            .thresholds("p99>500us")
            .build();

    assertThat(HtmlReport.of(disturbed, PageContext.NONE))
        .containsSubsequence("<h2>Thresholds</h2>", "<td>not counted</td>", "<s>")
        .doesNotContain("CROSSED", "threshold crossed");
  }

  @Test
  void thoseOfAComparisonThatSaysNothingAreNotCounted() {
    JsonNode checks = Json.mapper().valueToTree(List.of(check("p99>500ms", 591e6)));

    assertThat(
            HtmlReport.of(
                Examples.ab(ab -> ab.put("end", "HELD_UP").set("thresholds", checks)),
                PageContext.NONE))
        .contains("<td>not counted</td>")
        .doesNotContain("CROSSED", "threshold crossed");
  }

  @Test
  void aSearchAndAComparisonHaveThem() {
    JsonNode checks =
        Json.mapper().valueToTree(List.of(check("messages.lost>0", 0), check("p99>500ms", 591e6)));

    assertThat(HtmlReport.of(Examples.search(s -> s.set("thresholds", checks)), PageContext.NONE))
        .containsSubsequence(
            "threshold crossed: p99&gt;500ms", "<h2>Thresholds</h2>", ROWS.get(0), ROWS.get(1));
    assertThat(HtmlReport.of(Examples.ab(ab -> ab.set("thresholds", checks)), PageContext.NONE))
        .containsSubsequence(
            "threshold crossed: p99&gt;500ms", "<h2>Thresholds</h2>", ROWS.get(0), ROWS.get(1));
  }

  @Test
  void aStudyHasThoseOfTheRunsOfItsCells() throws IOException {
    Files.writeString(folder.resolve("study.json"), Examples.text("study.json"));
    Path cell = Files.createDirectories(folder.resolve("cells/q0"));
    Files.writeString(cell.resolve("result.json"), run());

    String page = Files.readString(ReportFolder.write(folder, left -> {}));

    String name = "Q0, 10 x 50 KB/s, process:mosquitto #1</a></th>\n<td>";
    assertThat(page)
        .containsSubsequence(
            "<h2>Thresholds</h2>",
            "<a href=\"./cells/q0/result.html\">" + name + ROWS.get(0).replace("</th>", "</td>"),
            "<a href=\"./cells/q0/result.html\">" + name + ROWS.get(1).replace("</th>", "</td>"));
  }

  private static String run() {
    return RunResult.CODEC.write(
        Examples.run(
            run ->
                ((ObjectNode) run.path("scenario"))
                    .putArray("thresholds")
                    .add("messages.lost>0")
                    .add("p99>500ms")));
  }

  private static ThresholdCheck check(String threshold, double value) {
    return ThresholdCheck.of(Threshold.parse(threshold)).with(OptionalDouble.of(value));
  }
}
