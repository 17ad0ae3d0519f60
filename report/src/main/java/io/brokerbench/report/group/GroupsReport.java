package io.brokerbench.report.group;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Statistic;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.report.text.Paragraph;
import io.brokerbench.report.text.ResultSentences;
import io.brokerbench.report.text.ScenarioText;
import io.brokerbench.report.text.TerminalReport;
import io.brokerbench.report.text.ThresholdText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a run of several groups as a block of text: the gravest verdict, a row and an
 * account for each group, then what all groups have in common.
 *
 * @param terminal how single runs are shown on the same output
 */
public record GroupsReport(TerminalReport terminal) {

  /** What a table has for each group. */
  public static final List<String> COLUMNS =
      List.of("verdict", "clients", "sent", "received", "p50", "p99", "max");

  /** Why a run that was stopped is not complete. */
  public static final String INCOMPLETE = "not all groups ran to their ends";

  /**
   * The block, with a line feed at its end.
   *
   * @param result what to show
   * @param folder where its files are; empty if they could not be written
   * @param again command that runs the same again
   */
  public String of(GroupsResult result, Optional<String> folder, String again) {
    List<String> lines = new ArrayList<>();
    Verdict verdict = result.verdict();
    if (!verdict.complete()) {
      lines.addAll(Paragraph.of("INCOMPLETE  ", INCOMPLETE));
    }
    String crossed = crossed(result);
    if (!crossed.isEmpty() && !verdict.isInvalid()) {
      lines.addAll(
          terminal.headline(Verdict.Status.FAILED, "FAILED", "threshold crossed: " + crossed));
    }
    lines.addAll(
        terminal.headline(
            verdict.status(), verdict.status().name(), String.join("; ", verdict.reasons()) + "."));
    lines.add("");
    lines.addAll(table(result));
    for (GroupRun group : result.groups()) {
      lines.add("");
      lines.addAll(ofGroup(group));
    }
    lines.add("");
    RunResult any = result.groups().get(0).run();
    lines.addAll(Paragraph.labelled("broker", any.broker().title()));
    folder.ifPresent(path -> lines.add(Paragraph.LABEL.formatted("results") + path));
    lines.add(Paragraph.LABEL.formatted("again") + again);
    String text = String.join("\n", lines) + "\n";
    return terminal.unicode() ? text : NumberText.plain(text);
  }

  /**
   * The thresholds that are crossed by groups whose figures count, each with its group: {@code
   * telemetry: p99>5ms}.
   */
  public static String crossed(GroupsResult result) {
    return String.join(
        ", ",
        result.crossed().stream()
            .map(each -> each.getKey() + ": " + each.getValue().threshold())
            .toList());
  }

  /**
   * The gravest verdict in one word: {@code FAILED} for a good one with a threshold that is
   * crossed, {@code INCOMPLETE} for a good one of a run that was stopped.
   */
  public static String word(GroupsResult result) {
    Verdict verdict = result.verdict();
    if (verdict.status() != Verdict.Status.OK) {
      return verdict.status().name();
    }
    return !verdict.complete()
        ? "INCOMPLETE"
        : crossed(result).isEmpty() ? verdict.status().name() : "FAILED";
  }

  private static List<String> table(GroupsResult result) {
    int width =
        result.groups().stream().mapToInt(group -> group.name().length()).max().orElseThrow();
    String form = "%-" + Math.max(5, width) + "s  %-17s %7s %9s %9s %8s %8s %8s";
    List<String> lines = new ArrayList<>();
    lines.add(row(form, "group", COLUMNS));
    result.groups().forEach(group -> lines.add(row(form, group.name(), cells(group.run()))));
    return lines;
  }

  private static String row(String form, String name, List<String> cells) {
    List<Object> all = new ArrayList<>();
    all.add(name);
    all.addAll(cells);
    return form.formatted(all.toArray()).stripTrailing();
  }

  /** The cells of a group, as {@link #COLUMNS} has their titles. */
  public static List<String> cells(RunResult run) {
    List<String> cells = new ArrayList<>();
    cells.add(run.verdict().status().name());
    cells.add(NumberText.count(run.scenario().clients()));
    boolean connects = run.scenario().connectsOnly();
    cells.add(connects ? "" : NumberText.count(run.messages().sent()));
    cells.add(connects ? "" : NumberText.count(run.messages().received()));
    LatencySummary latency =
        run.latency().of(connects ? LatencyKind.CONNECT : LatencyKind.END_TO_END);
    boolean known = latency.count() > 0;
    cells.add(known ? Statistic.P50.text(latency) : "");
    cells.add(known ? Statistic.P99.text(latency) : "");
    cells.add(known ? Statistic.MAX.text(latency) : "");
    return cells;
  }

  private static List<String> ofGroup(GroupRun group) {
    RunResult run = group.run();
    List<String> lines =
        new ArrayList<>(Paragraph.of(group.name() + "  ", ResultSentences.verdict(run)));
    lines.addAll(TerminalReport.account(run));
    lines.addAll(ThresholdText.lines(ThresholdCheck.of(run), !run.verdict().isInvalid()));
    return lines;
  }

  /** What is going to be run: a line for each group. */
  public static List<String> plan(GroupedScenario scenario) {
    List<String> lines =
        new ArrayList<>(
            Paragraph.labelled(
                "scenario",
                scenario.name()
                    + (scenario.description().isEmpty() ? "" : ": " + scenario.description())));
    for (ClientGroup group : scenario.groups()) {
      lines.addAll(
          ScenarioText.lines(
              Paragraph.LABEL.formatted(group.name()) + (group.name().length() < 12 ? "" : " "),
              group.scenario()));
      group
          .start()
          .ifPresent(
              start ->
                  lines.addAll(
                      Paragraph.labelled(
                          "", "begins %s after the first load".formatted(NumberText.time(start)))));
    }
    return lines;
  }

  /**
   * A sentence for each threshold of each group, with the name of the group; the crossed ones that
   * count first.
   */
  public static List<String> thresholds(GroupsResult result) {
    List<String> crossed = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (GroupRun group : result.groups()) {
      boolean counts = !group.run().verdict().isInvalid();
      for (ThresholdCheck check : ThresholdCheck.of(group.run())) {
        (counts && check.isCrossed() ? crossed : others)
            .add(group.name() + ": " + ThresholdText.sentence(check, counts));
      }
    }
    crossed.addAll(others);
    return crossed;
  }
}
