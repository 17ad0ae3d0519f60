package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.report.group.GroupsReport;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.text.RequestText;
import io.brokerbench.report.text.ResultSentences;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page of a run of several groups, each of which has a page of its own as any run has. */
final class GroupsPage implements ResultDocuments.Document {

  private final GroupsResult result;

  GroupsPage(GroupsResult result) {
    this.result = result;
  }

  @Override
  public String html(PageContext pageContext) {
    RunResult any = result.groups().get(0).run();
    String title = result.name() + " on " + any.broker().title();
    Page page = Page.of(title + ": " + GroupsReport.word(result));
    page.add(
        PageBlocks.head(
            title,
            "%s at the same time; %s"
                .formatted(
                    NumberText.counted(result.groups().size(), "group"),
                    PageBlocks.time(result.startedAt()))));
    PageBlocks.crossed(page, GroupsReport.crossed(result), PageBlocks.counts(result.verdict()));
    page.add(
        PageBlocks.verdict(
            RunPage.tone(result.verdict()),
            result.verdict().status().name(),
            "is the gravest of the groups' verdicts.",
            reasons()));
    PageBlocks.thresholds(
        page,
        List.of("group"),
        result.groups().stream()
            .map(
                group ->
                    new PageBlocks.Checked(
                        Cell.link(group.name(), pageOf(group)),
                        ThresholdCheck.of(group.run()),
                        counts(group)))
            .toList());
    page.heading("Groups");
    List<String> doubtful =
        result.groups().stream()
            .filter(group -> !counts(group))
            .map(group -> group.name() + " (" + group.run().verdict().status() + ")")
            .toList();
    if (!doubtful.isEmpty()) {
      page.add(
          new Html()
              .element(
                  "p",
                  "Figures of " + String.join(" and of ", doubtful) + RunPage.DOUBT,
                  "class",
                  "note"));
    }
    page.add(table().html());
    Map<String, String> accounts = new LinkedHashMap<>();
    result
        .groups()
        .forEach(
            group ->
                accounts.put(
                    group.name(),
                    ResultSentences.verdict(group.run()) + " " + account(group.run())));
    page.add(PageBlocks.words(accounts));
    if (!result.description().isEmpty()) {
      page.heading("Scenario");
      page.add(new Html().element("p", result.name() + ": " + result.description()));
    }
    page.heading("Environment");
    page.add(PageBlocks.words(environment(any)));
    PageBlocks.again(page, pageContext);
    return page.html();
  }

  private static String account(RunResult run) {
    List<String> sentences = new ArrayList<>();
    run.storm().ifPresent(storm -> sentences.addAll(ResultSentences.storm(run, storm)));
    sentences.add(
        run.scenario().connectsOnly()
            ? ResultSentences.connections(run)
            : ResultSentences.account(run));
    run.requests().ifPresent(requests -> sentences.add(RequestText.of(run, requests)));
    ResultSentences.reasonCodes(run).ifPresent(text -> sentences.add("reason codes: " + text));
    return String.join("; ", sentences);
  }

  private static Map<String, String> environment(RunResult any) {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("broker", PageBlocks.broker(any.broker()));
    words.put("machine", PageBlocks.machine(any.environment()));
    words.put("tool", any.environment().tool() + " on " + any.environment().jvm());
    return words;
  }

  private Table table() {
    List<String> header = new ArrayList<>(List.of("group"));
    header.addAll(GroupsReport.COLUMNS);
    List<List<Cell>> rows = new ArrayList<>();
    for (GroupRun group : result.groups()) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.link(group.name(), pageOf(group)));
      List<String> cells = GroupsReport.cells(group.run());
      row.add(Cell.text(cells.get(0)));
      cells.stream()
          .skip(1)
          .map(cell -> Cell.figure(cell).counting(counts(group)))
          .forEach(row::add);
      rows.add(row);
    }
    return new Table("A row leads to the page of its group", header, rows);
  }

  private static boolean counts(GroupRun group) {
    return PageBlocks.counts(group.run().verdict());
  }

  private static String pageOf(GroupRun group) {
    return PageBlocks.link(group.name() + "/" + ReportFolder.PAGE);
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (!result.verdict().complete()) {
      reasons.add("Incomplete: " + GroupsReport.INCOMPLETE);
    }
    reasons.addAll(result.verdict().reasons());
    return reasons;
  }

  /** Why the figures of the groups do not count; empty where they do. */
  private String doubt() {
    Verdict verdict = result.verdict();
    if (!PageBlocks.counts(verdict)) {
      return String.join("; ", verdict.reasons());
    }
    return verdict.complete() ? "" : GroupsReport.INCOMPLETE;
  }

  @Override
  public OverviewPage.Listing entry(Path folder) {
    return new OverviewPage.Listing(
        folder.toString(),
        new OverviewPage.Listing.Subject(
            result.startedAt(), result.name(), result.groups().get(0).run().broker().title()),
        GroupsReport.word(result),
        NumberText.counted(result.groups().size(), "group"),
        Optional.empty(),
        "\u2013",
        doubt());
  }
}
