package io.brokerbench.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.gate.AbPair;
import io.brokerbench.core.gate.AbResult;
import io.brokerbench.core.gate.Decision;
import io.brokerbench.core.gate.Evidence;
import io.brokerbench.core.gate.GateVerdict;
import io.brokerbench.core.gate.Inconclusive;
import io.brokerbench.core.gate.MetricComparison;
import io.brokerbench.core.metric.Direction;
import io.brokerbench.core.report.Sentences;
import io.brokerbench.report.Blocks.Card;
import io.brokerbench.report.Blocks.Tone;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.BoxPlot;
import io.brokerbench.report.html.Chart;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.RowChart;
import io.brokerbench.report.html.RowChart.Mark;
import io.brokerbench.report.html.RowChart.Row;
import io.brokerbench.report.html.RowChart.Shape;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The page of an interleaved comparison: the decision, the changes with their intervals, the runs.
 */
final class AbPage {

  private final AbResult result;
  private final Surroundings surroundings;

  AbPage(AbResult result, Surroundings surroundings) {
    this.result = result;
    this.surroundings = surroundings;
  }

  String html() {
    String title = result.scenario().name() + ": " + result.candidate().title();
    Page page = Page.of(title + ": " + result.verdict().decision());
    page.add(
        Blocks.head(
            title,
            "against the baseline %s; %s, %s; %s"
                .formatted(
                    result.baseline().title(),
                    Blocks.counted(result.pairs().size(), "interleaved pair"),
                    Figures.time(result.took()),
                    Blocks.time(result.startedAt()))));
    GateVerdict verdict = result.verdict();
    page.add(
        Blocks.verdict(
            tone(verdict.decision()),
            verdict.decision().name(),
            Sentences.answer(verdict) + ".",
            reasons()));
    page.add(
        Blocks.cards(
            List.of(
                Card.of("Pairs", Figures.count(result.pairs().size()), "of one run each side"),
                Card.of("Runs that don't count", Figures.count(result.rejected().size()), ""),
                Card.of("Looks", Figures.count(result.looks()), "they share the error rate"))));
    page.add(Blocks.withoutScript());
    if (!verdict.metrics().isEmpty()) {
      page.heading("Changes");
      page.add(metrics().html());
      List<Chart> charts = new ArrayList<>();
      charts.add(intervals());
      charts.add(values());
      page.charts(charts);
    }
    runs(page);
    Blocks.scenario(page, result.scenario());
    Map<String, String> words = new LinkedHashMap<>();
    words.put("baseline", result.baseline().title());
    words.put("candidate", result.candidate().title());
    result.driver().ifPresent(driver -> words.put("driver", Blocks.driver(driver)));
    words.put("machine", Blocks.machine(result.environment()));
    words.put("tool", result.environment().tool() + " on " + result.environment().jvm());
    page.heading("Environment");
    page.add(Blocks.words(words));
    Blocks.again(page, surroundings);
    return page.html();
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
    for (MetricComparison metric : Sentences.gravestFirst(result.verdict())) {
      String open =
          metric.outcome() instanceof Inconclusive outcome ? ": " + Sentences.reason(outcome) : "";
      if (metric.outcome().decision() != Decision.PASS) {
        reasons.add(
            metric.outcome().decision()
                + " "
                + metric.metric().title()
                + " "
                + Sentences.change(metric)
                + open);
      }
    }
    return reasons;
  }

  private Table metrics() {
    List<List<Cell>> rows = new ArrayList<>();
    for (MetricComparison metric : Sentences.gravestFirst(result.verdict())) {
      rows.add(
          List.of(
              Cell.text(metric.metric().title()),
              Cell.text(metric.outcome().decision().name()),
              Cell.figure(Sentences.median(metric.metric().unit(), metric.baseline())),
              Cell.figure(Sentences.median(metric.metric().unit(), metric.candidate())),
              Cell.text(Sentences.change(metric)),
              Cell.figure(Sentences.smallest(metric))));
    }
    return new Table(
        "Medians of both sides, and the change of the candidate against the baseline",
        List.of("", "decision", "baseline", "candidate", "change", "could have seen"),
        rows);
  }

  private RowChart intervals() {
    List<Row> rows = new ArrayList<>();
    for (MetricComparison metric : Sentences.gravestFirst(result.verdict())) {
      Evidence evidence = metric.outcome().evidence();
      List<Mark> marks = new ArrayList<>();
      if (evidence.low().isPresent() && evidence.high().isPresent()) {
        double low = evidence.low().getAsDouble() * 100;
        marks.add(
            new Mark(Shape.WHISKER, low, evidence.high().getAsDouble() * 100, "95 % interval"));
      }
      marks.add(Mark.at(Shape.DOT, evidence.change() * 100, "change"));
      boolean lower = metric.metric().direction() == Direction.LOWER_IS_BETTER;
      double limit = evidence.tolerance() * (lower ? 100 : -100);
      marks.add(Mark.at(Shape.LIMIT, limit, "tolerated"));
      rows.add(new Row(metric.metric().title() + " " + metric.outcome().decision(), marks));
    }
    return new RowChart(
        "intervals",
        "Change of the candidate against the baseline",
        "The point is the estimate, the line its 95 % confidence interval, the broken stroke what"
            + " is tolerated.",
        Axis.linear("change in percent of the baseline", Quantity.CHANGE),
        rows);
  }

  /** In percent of the baseline's median, so that all metrics have one axis. */
  private RowChart values() {
    List<Row> rows = new ArrayList<>();
    for (MetricComparison metric : Sentences.gravestFirst(result.verdict())) {
      double median = BoxPlot.of(metric.baseline()).median();
      if (median > 0) {
        String title = metric.metric().title();
        rows.add(BoxPlot.of(shares(metric.baseline(), median)).row(title + ", baseline"));
        rows.add(BoxPlot.of(shares(metric.candidate(), median)).row(title + ", candidate"));
      }
    }
    return new RowChart(
        "values",
        "The runs of both sides",
        "Box plots of all runs that count, in percent of the baseline's median: box to the"
            + " quartiles, whiskers to the farthest run within 1.5 times the box, points beyond.",
        Axis.linear("percent of the baseline's median", Quantity.PERCENT),
        rows);
  }

  private static List<Double> shares(List<Double> values, double whole) {
    return values.stream().map(value -> value / whole * 100).toList();
  }

  private Cell run(String document) {
    return Cell.link(document, Blocks.link(surroundings.target(document)));
  }

  private void runs(Page page) {
    List<List<Cell>> rows = new ArrayList<>();
    for (AbPair pair : result.pairs()) {
      rows.add(
          List.of(
              Cell.text("pair " + pair.number()),
              Cell.text(pair.first().title()),
              run(pair.baselineRun()),
              run(pair.candidateRun())));
    }
    page.heading("Runs");
    page.details(
        "All runs",
        new Table("Pairs that count", List.of("", "run first", "baseline", "candidate"), rows)
            .html());
    List<String> rejected =
        result.rejected().stream()
            .map(run -> run.run() + ": " + run.status() + " " + run.reason())
            .toList();
    if (!rejected.isEmpty()) {
      page.details("Runs that don't count", Blocks.paragraphs(rejected));
    }
  }
}
