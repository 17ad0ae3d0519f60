package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.gate.AbRound;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.Evidence;
import io.brokerbench.experiment.gate.FigureComparison;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.GuardFinding;
import io.brokerbench.experiment.gate.Inconclusive;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.BoxPlotRow;
import io.brokerbench.report.html.Chart;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.RowChart;
import io.brokerbench.report.html.RowChart.Mark;
import io.brokerbench.report.html.RowChart.Row;
import io.brokerbench.report.html.RowChart.Shape;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import io.brokerbench.report.page.PageBlocks.Card;
import io.brokerbench.report.page.PageBlocks.Tone;
import io.brokerbench.report.text.GateText;
import io.brokerbench.report.text.GuardText;
import io.brokerbench.report.text.ResultSentences;
import io.brokerbench.report.text.ThresholdText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The page of a comparison of two brokers: the decision, the changes with their intervals, the
 * runs.
 */
final class AbPage {

  private final AbResult result;
  private final PageContext pageContext;

  AbPage(AbResult result, PageContext pageContext) {
    this.result = result;
    this.pageContext = pageContext;
  }

  String html() {
    String title = result.name() + ": " + result.candidate().title();
    Page page = Page.of(title + ": " + result.verdict().decision());
    page.add(
        PageBlocks.head(
            title,
            "against the baseline %s; %s, %s; %s"
                .formatted(
                    result.baseline().title(),
                    GateText.rounds(result),
                    NumberText.time(result.took()),
                    PageBlocks.time(result.startedAt()))));
    GateVerdict verdict = result.verdict();
    List<ThresholdCheck> thresholds = result.thresholds().orElse(List.of());
    PageBlocks.crossed(page, ThresholdText.headline(thresholds), result.end().counts());
    page.add(
        PageBlocks.verdict(
            tone(verdict.decision()),
            verdict.decision().name(),
            ResultSentences.answer(verdict) + ".",
            reasons()));
    page.add(
        PageBlocks.cards(
            List.of(
                Card.of(
                    "Rounds",
                    NumberText.count(result.rounds().size()),
                    "each with a fresh broker of both sides"),
                Card.of("Runs that do not count", NumberText.count(result.rejected().size()), ""),
                Card.of(
                    "Disturbed runs that count",
                    NumberText.count(result.disturbed()),
                    "and %d in which the generator was late".formatted(result.late())),
                Card.of(
                    "Interim analyses",
                    NumberText.count(result.looks()),
                    "they share the error rate"))));
    contracts(page);
    PageBlocks.thresholds(page, thresholds, result.end().counts());
    page.add(PageBlocks.usage());
    if (!verdict.figures().isEmpty()) {
      page.heading("Changes");
      page.add(figures().html());
      List<Chart> charts = new ArrayList<>();
      charts.add(intervals());
      charts.add(values());
      page.charts(charts);
    }
    runs(page);
    result
        .groups()
        .ifPresentOrElse(
            groups -> PageBlocks.scenario(page, groups),
            () -> PageBlocks.scenario(page, result.scenario(), products()));
    Map<String, String> words = new LinkedHashMap<>();
    words.put("baseline", result.baseline().title());
    words.put("candidate", result.candidate().title());
    result.driver().ifPresent(driver -> words.put("driver", PageBlocks.driver(driver)));
    words.put("machine", PageBlocks.machine(result.environment()));
    words.put("tool", result.environment().tool() + " on " + result.environment().jvm());
    page.heading("Environment");
    page.add(PageBlocks.words(words));
    PageBlocks.again(page, pageContext);
    return page.html();
  }

  private List<String> products() {
    return Stream.of(result.baseline(), result.candidate())
        .flatMap(side -> side.broker().map(BrokerIdentity::product).stream())
        .distinct()
        .toList();
  }

  private static Tone tone(Decision decision) {
    return switch (decision) {
      case PASS -> Tone.GOOD;
      case INCONCLUSIVE -> Tone.WARN;
      case REGRESSED -> Tone.BAD;
    };
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    for (GuardFinding guard : result.verdict().brokenContracts()) {
      reasons.add(guard.decision() + " " + GuardText.sentence(guard));
    }
    for (FigureComparison figure : ResultSentences.gravestFirst(result.verdict())) {
      String open =
          figure.outcome() instanceof Inconclusive outcome
              ? ": " + ResultSentences.reason(outcome)
              : "";
      if (figure.figure().decides() && figure.outcome().decision() != Decision.PASS) {
        reasons.add(
            figure.outcome().decision()
                + " "
                + figure.figure().title()
                + " "
                + ResultSentences.change(figure)
                + open);
      }
    }
    return reasons;
  }

  private void contracts(Page page) {
    List<List<Cell>> rows = new ArrayList<>();
    for (GuardFinding guard : GuardText.noted(result.verdict())) {
      rows.add(
          List.of(
              Cell.text(guard.title()),
              Cell.text(guard.decision().name()),
              Cell.figure(GuardText.tally(guard.baseline())),
              Cell.figure(GuardText.tally(guard.candidate())),
              Cell.figure(GuardText.chance(guard)),
              guard.candidate().named().stream().findFirst().map(this::run).orElse(Cell.text(""))));
    }
    if (!rows.isEmpty()) {
      page.heading("Contracts");
      page.add(
          new Table(
                  "Runs that broke a contract, and the chance of so many more of the candidate's",
                  List.of("", "decision", "baseline", "candidate", "chance", "first run"),
                  rows)
              .html());
    }
    GuardText.kept(result.verdict())
        .ifPresent(kept -> page.add(PageBlocks.paragraphs(List.of(kept + "."))));
  }

  private Table figures() {
    List<List<Cell>> rows = new ArrayList<>();
    for (FigureComparison figure : ResultSentences.gravestFirst(result.verdict())) {
      rows.add(
          List.of(
              Cell.text(figure.figure().title()),
              Cell.text(GateText.word(figure)),
              Cell.figure(ResultSentences.median(figure.figure().unit(), figure.baseline())),
              Cell.figure(ResultSentences.median(figure.figure().unit(), figure.candidate())),
              Cell.text(ResultSentences.change(figure)),
              Cell.figure(ResultSentences.smallest(figure))));
    }
    return new Table(
        "Medians of both sides, and the change of the candidate against the baseline",
        List.of("", "decision", "baseline", "candidate", "change", "would have found"),
        rows);
  }

  private RowChart intervals() {
    List<Row> rows = new ArrayList<>();
    for (FigureComparison figure : ResultSentences.gravestFirst(result.verdict())) {
      Evidence evidence = figure.outcome().evidence();
      List<Mark> marks = new ArrayList<>();
      if (evidence.low().isPresent() && evidence.high().isPresent()) {
        double low = evidence.low().getAsDouble() * 100;
        marks.add(new Mark(Shape.WHISKER, low, evidence.high().getAsDouble() * 100, "interval"));
      }
      marks.add(Mark.at(Shape.DOT, evidence.change() * 100, "change"));
      boolean lower = figure.figure().better() == Better.LOWER;
      double limit = evidence.tolerance() * (lower ? 100 : -100);
      marks.add(Mark.at(Shape.LIMIT, limit, "tolerated"));
      String points = figure.figure().comparedByCounting() ? ", in points," : "";
      rows.add(new Row(figure.figure().title() + points + " " + GateText.word(figure), marks));
    }
    return new RowChart(
        "intervals",
        "Change of the candidate against the baseline",
        "The point is the estimate, the line its confidence interval, beyond each end of which the"
            + " truth lies with a chance of 5 %, the broken stroke what is tolerated.",
        Axis.linear("change in percent of the baseline", Quantity.CHANGE),
        rows);
  }

  /** In percent of the baseline's median, so that all figures have one axis. */
  private RowChart values() {
    List<Row> rows = new ArrayList<>();
    for (FigureComparison figure : ResultSentences.gravestFirst(result.verdict())) {
      double median = BoxPlot.of(figure.baseline()).median();
      if (median > 0) {
        String title = figure.figure().title();
        rows.add(shares(figure.baseline(), median, title + ", baseline"));
        rows.add(shares(figure.candidate(), median, title + ", candidate"));
      }
    }
    return new RowChart(
        "values",
        "The rounds of both sides",
        "Box plots of all rounds, in percent of the baseline's median: box to the"
            + " quartiles, whiskers to the farthest round within 1.5 times the box, points beyond.",
        Axis.linear("percent of the baseline's median", Quantity.PERCENT),
        rows);
  }

  private static Row shares(List<Double> values, double whole, String label) {
    return BoxPlotRow.of(
        BoxPlot.of(values.stream().map(value -> value / whole * 100).toList()), label);
  }

  private Cell run(String document) {
    return Cell.link(document, PageBlocks.link(pageContext.target(document)));
  }

  private void runs(Page page) {
    List<List<Cell>> rows = new ArrayList<>();
    for (AbRound round : result.rounds()) {
      for (int i = 0; i < round.baselineRuns().size(); i++) {
        rows.add(
            List.of(
                Cell.text(i == 0 ? "round " + round.number() : ""),
                Cell.text(i == 0 ? round.first().title() : ""),
                run(round.baselineRuns().get(i)),
                i < round.candidateRuns().size()
                    ? run(round.candidateRuns().get(i))
                    : Cell.text("")));
      }
    }
    page.heading("Runs");
    page.details(
        "All runs",
        new Table("Rounds", List.of("", "loaded first", "baseline", "candidate"), rows).html());
    List<String> rejected =
        result.rejected().stream()
            .map(run -> run.run() + ": " + run.status() + " " + run.reason())
            .toList();
    if (!rejected.isEmpty()) {
      page.details("Runs that do not count", PageBlocks.paragraphs(rejected));
    }
  }
}
