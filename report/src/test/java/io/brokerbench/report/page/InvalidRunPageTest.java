package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.result.Verdict.Status;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.report.page.OverviewPage.Listing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that say nothing about the broker look like that. */
class InvalidRunPageTest {

  private static final String REASON = "other processes took 1.6 of 2 cores";
  private static final String RATE = "10\u202f800/s";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "GENERATOR_LIMITED", "DISTURBED"})
  void theReasonIsOnTopAndTheFiguresAreStruckThrough(Status status) {
    String html = HtmlReport.of(Examples.run(status, REASON), PageContext.NONE);

    assertThat(html)
        .containsSubsequence(
            "<strong>" + status + "</strong>",
            REASON,
            "Figures of a run that is " + status + " are struck through: they do not count.",
            "<div class=\"fact void\"><dt>Received</dt>",
            "<s>" + RATE + "</s>",
            "<div class=\"fact void\"><dt>End-to-end p99</dt>",
            "<s>591 ms</s>",
            "<div class=\"fact\"><dt>Generator CPU</dt>",
            "<dd>0.50 cores",
            "<td class=\"n\"><s>591 ms</s></td>",
            "<figure class=\"void\">");
    assertThat(html)
        .doesNotContain("<dd>" + RATE, "<figure><figcaption>")
        .contains("Rates <span>" + status + ", does not count</span>");
  }

  @ParameterizedTest
  @EnumSource(names = {"OK", "BROKER_LIMITED", "CONTRACT_BROKEN"})
  void whatSaysSomethingAboutTheBrokerIsNotStruckThrough(Status status) {
    assertThat(HtmlReport.of(Examples.run(status, REASON), PageContext.NONE))
        .contains("<dd>" + RATE)
        .doesNotContain("<s>", "class=\"void\"", "fact void", "does not count");
  }

  @Test
  void ofGroupsThoseAreStruckThroughThatSayNothing() {
    RunResult fine = Examples.run(Status.OK, REASON);
    RunResult bad = Examples.run(Status.DISTURBED, REASON);
    GroupsPage page =
        page(
            new Verdict(Status.DISTURBED, false, List.of("boards: " + REASON)),
            group("meters", fine),
            group("boards", bad));

    assertThat(page.html(PageContext.NONE))
        .containsSubsequence(
            "<strong>DISTURBED</strong>",
            "Figures of boards (DISTURBED) are struck through: they do not count.",
            ">meters</a>",
            "<td class=\"n\">591 ms</td>",
            ">boards</a>",
            "<td class=\"n\"><s>591 ms</s></td>");
    assertThat(page.entry(Path.of("fleet")).doubt()).isEqualTo("boards: " + REASON);
  }

  @Test
  void aRunOfGroupsThatWasStoppedIsNotShownAsOk() {
    GroupsPage page =
        page(
            new Verdict(Status.OK, false, List.of("all groups are OK")),
            group("meters", Examples.run(Status.OK, REASON)));

    assertThat(page.html(PageContext.NONE))
        .contains(
            "class=\"verdict warn\"", "<li>Incomplete: not all groups ran to their ends</li>");
    OverviewPage.Listing entry = page.entry(Path.of("fleet"));
    assertThat(entry.verdict()).isEqualTo("INCOMPLETE");
    assertThat(entry.doubt()).isEqualTo("not all groups ran to their ends");
  }

  @Test
  void aThresholdThatAGroupCrossedIsInTheOverview() {
    RunResult slow = Examples.run(Status.OK, REASON);
    GroupsPage page =
        page(
            new Verdict(Status.OK, true, List.of("all groups are OK")),
            group(
                "meters",
                slow.withScenario(
                    slow.scenario().andThresholds(List.of(Threshold.parse("p99>1ms"))))));

    assertThat(page.entry(Path.of("fleet")).verdict()).isEqualTo("FAILED");
  }

  private static GroupRun group(String name, RunResult run) {
    return new GroupRun(name, Optional.empty(), run);
  }

  private static GroupsPage page(Verdict verdict, GroupRun... groups) {
    return new GroupsPage(
        new GroupsResult(
            GroupsResult.SCHEMA,
            "FLEET",
            "",
            groups[0].run().startedAt(),
            verdict,
            List.of(groups)));
  }

  /** The same whatever the verdict of the run is, which is the gravest. */
  @Test
  void thresholdsOfGroupsThatSayNothingAreNotCounted() {
    List<Threshold> strict = List.of(Threshold.parse("p99>1ms"));
    RunResult bad = Examples.run(Status.DISTURBED, REASON);
    RunResult broken = Examples.run(Status.CONTRACT_BROKEN, REASON);
    GroupsPage page =
        page(
            new Verdict(Status.CONTRACT_BROKEN, true, List.of("commands: " + REASON)),
            group("meters", bad.withScenario(bad.scenario().andThresholds(strict))),
            group("commands", broken.withScenario(broken.scenario().andThresholds(strict))));

    assertThat(page.html(PageContext.NONE))
        .contains("threshold crossed: commands: p99&gt;1ms")
        .doesNotContain("threshold crossed: meters")
        .containsSubsequence(
            "The crossed ones first",
            ">commands</a>",
            "<td>CROSSED</td>",
            "<td class=\"n\">591 ms</td>",
            ">meters</a>",
            "<td>not counted</td>",
            "<td class=\"n\"><s>591 ms</s></td>");
  }

  @Test
  void anOverviewStrikesThemThroughAndGivesTheirReasonsOnTop() throws IOException {
    OverviewPage page =
        new OverviewPage(List.of(listing("fine", Status.OK), listing("bad", Status.DISTURBED)));

    String html = page.html();

    String name = "FANIN.Q1.PERSISTENT.SHARED on Artemis 2.55.0";
    assertThat(html)
        .containsSubsequence(
            "<strong>INVALID</strong> Figures of 1 of 2 results do not count",
            "<li>DISTURBED: " + name + ": " + REASON,
            "<h2>All results</h2>",
            "<td class=\"n\">591 ms</td>",
            "<td class=\"n\"><s>591 ms</s></td>");
    List<String> rows = new ArrayList<>();
    Examples.chart(html, "latencies")
        .path("rows")
        .forEach(
            row ->
                rows.add(
                    row.path("label").asText()
                        + (row.path("counts").asBoolean() ? " counts " : " does not ")
                        + row.path("link").asText()));
    assertThat(rows)
        .containsExactlyInAnyOrder(
            "DISTURBED: " + name + " does not ./bad/report.html",
            name + " counts ./fine/report.html");
    assertThat(html).as("curves of runs that count").doesNotContain("Percentiles of each scenario");
  }

  private Listing listing(String name, Status status) throws IOException {
    Path result = Files.createDirectories(folder.resolve(name));
    Files.writeString(
        result.resolve("result.json"), RunResult.CODEC.write(Examples.run(status, REASON)));
    return ResultDocuments.read(result).entry(Path.of(name));
  }
}
