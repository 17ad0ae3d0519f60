package io.brokerbench.report.page;

import io.brokerbench.core.statistics.LinearFit;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.BoxPlotRow;
import io.brokerbench.report.html.Chart;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.RowChart;
import io.brokerbench.report.html.RowChart.Mark;
import io.brokerbench.report.html.RowChart.Row;
import io.brokerbench.report.html.RowChart.Shape;
import io.brokerbench.report.html.Series;
import io.brokerbench.report.html.Series.Style;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pictures of a study, from its document. */
final class StudyCharts {

  /** The greatest ratio of values that curves show beside each other. */
  private static final double LINEAR = 1_000;

  private final StudyResult study;

  StudyCharts(StudyResult study) {
    this.study = study;
  }

  /**
   * Bars from zero on.
   *
   * @param targets where bars of a cell lead, by its folder
   */
  List<Chart> bars(Map<String, String> targets) {
    List<Chart> charts = new ArrayList<>();
    for (StudyResult.BarChart chart : study.bars()) {
      if (chart.bars().isEmpty()) {
        continue;
      }
      charts.add(
          new RowChart(
              "bars-" + charts.size(),
              chart.title(),
              ends(chart),
              axis(chart.quantity(), chart.unit()),
              chart.bars().stream().map(bar -> row(bar, targets)).toList()));
    }
    return charts;
  }

  private static Row row(StudyResult.Bar bar, Map<String, String> targets) {
    Mark mark = Mark.at(Shape.FROM_ZERO, bar.value(), bar.series());
    String target = bar.cell().map(cell -> targets.getOrDefault(cell, "")).orElse("");
    return new Row(bar.label(), List.of(mark), target, bar.counts());
  }

  /** {@code The shortest bar is that of a (0.3 ms), the longest that of b (1.2 ms).} */
  private static String ends(StudyResult.BarChart chart) {
    Comparator<StudyResult.Bar> byValue = Comparator.comparingDouble(StudyResult.Bar::value);
    StudyResult.Bar shortest = chart.bars().stream().min(byValue).orElseThrow();
    StudyResult.Bar longest = chart.bars().stream().max(byValue).orElseThrow();
    return "The shortest bar is that of %s (%s), the longest that of %s (%s)."
        .formatted(
            shortest.label(),
            number(shortest.value(), chart.unit()),
            longest.label(),
            number(longest.value(), chart.unit()));
  }

  /** Samples of each variant. */
  List<Chart> boxPlots() {
    List<Chart> charts = new ArrayList<>();
    for (StudyResult.BoxChart plot : study.boxPlots()) {
      boolean oneScenario =
          plot.boxes().stream().map(StudyResult.Box::scenario).distinct().count() == 1;
      List<Row> rows =
          plot.boxes().stream()
              .map(
                  box ->
                      BoxPlotRow.of(
                          box.plot(),
                          label(oneScenario ? "" : box.scenario(), box.variant(), box.broker())))
              .toList();
      charts.add(
          new RowChart(
              "box-" + charts.size(),
              plot.title(),
              medians(rows, plot.unit())
                  + " Box to the quartiles, stroke at the median, whiskers to the farthest sample"
                  + " within 1.5 times the box, points beyond.",
              axis(plot.title(), plot.unit()),
              rows));
    }
    return charts;
  }

  /** {@code The median is lowest for a (0.3 ms) and highest for b (1.2 ms).} */
  private static String medians(List<Row> rows, String unit) {
    if (rows.isEmpty()) {
      return "There are no samples.";
    }
    Comparator<Row> byMedian = Comparator.comparingDouble(StudyCharts::median);
    Row lowest = rows.stream().min(byMedian).orElseThrow();
    Row highest = rows.stream().max(byMedian).orElseThrow();
    return rows.size() == 1
        ? "The median is %s.".formatted(number(median(lowest), unit))
        : "The median is lowest for %s (%s) and highest for %s (%s)."
            .formatted(
                lowest.label(),
                number(median(lowest), unit),
                highest.label(),
                number(median(highest), unit));
  }

  private static double median(Row row) {
    return row.marks().stream()
        .filter(mark -> mark.name().equals(BoxPlotRow.MEDIAN))
        .mapToDouble(RowChart.Mark::from)
        .findFirst()
        .orElseThrow();
  }

  private static String number(double value, String unit) {
    return Quantity.NUMBER.text(value) + (unit.isEmpty() ? "" : " " + unit);
  }

  private static String label(String... parts) {
    return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
  }

  /** Curves, and points with the line that fits them. */
  List<Chart> curves() {
    List<Chart> charts = new ArrayList<>();
    for (StudyResult.LineChart lines : study.lines()) {
      Map<String, Map<Double, Double>> curves = new TreeMap<>();
      for (StudyResult.Curve curve : lines.curves()) {
        String name = unused(curves, label(curve.label(), curve.broker()));
        curves.put(name, points(curve.points()));
      }
      charts.add(chart("lines-" + charts.size(), lines, curves));
    }
    for (StudyResult.Fit fit : study.fits()) {
      charts.add(fit("fit-" + charts.size(), fit));
    }
    charts.removeIf(chart -> chart instanceof LineChart lines && !lines.hasValues());
    return charts;
  }

  private static String unused(Map<String, ?> taken, String name) {
    String free = name;
    for (int i = 2; taken.containsKey(free); i++) {
      free = name + " (" + i + ")";
    }
    return free;
  }

  private static LineChart fit(String id, StudyResult.Fit fit) {
    LinearFit line = fit.line();
    Map<Double, Double> points = points(fit.points());
    String summary =
        "%s: %s + %s per unit of %s (standard error %s), R squared %s."
            .formatted(
                label(fit.label(), fit.broker()),
                StudyPage.number(line.intercept(), fit.yUnit()),
                StudyPage.number(line.slope(), fit.yUnit()),
                fit.xTitle(),
                StudyPage.number(line.slopeStandardError(), ""),
                String.format(Locale.ROOT, "%.4f", line.rSquared()));
    List<Double> xs = List.copyOf(new TreeSet<>(points.keySet()));
    return new LineChart(
        id,
        label(fit.title(), fit.label(), fit.broker()),
        summary,
        new LineChart.Axes(axis(fit.xTitle(), ""), axis(fit.yTitle(), fit.yUnit())),
        xs,
        List.of(
            new Series("measured", xs.stream().map(points::get).toList(), Style.POINTS),
            Series.line("fit", xs.stream().map(x -> line.intercept() + line.slope() * x).toList())),
        List.of());
  }

  private static LineChart chart(
      String id, StudyResult.LineChart lines, Map<String, Map<Double, Double>> curves) {
    TreeSet<Double> places = new TreeSet<>();
    curves.values().forEach(curve -> places.addAll(curve.keySet()));
    List<Double> xs = List.copyOf(places);
    List<Series> series = new ArrayList<>();
    curves.forEach(
        (name, curve) ->
            series.add(
                new Series(
                    name,
                    xs.stream().map(x -> curve.getOrDefault(x, Double.NaN)).toList(),
                    Style.JOINED)));
    String summary =
        curves.entrySet().stream()
            .filter(curve -> !curve.getValue().isEmpty())
            .map(curve -> ends(curve.getKey(), new TreeMap<>(curve.getValue()), lines.yUnit()))
            .collect(Collectors.joining("; ", "", "."));
    boolean oneBroker =
        lines.marks().stream().map(StudyResult.Mark::broker).distinct().count() == 1;
    List<LineChart.Place> marks =
        lines.marks().stream()
            .map(m -> LineChart.Place.at(label(m.label(), oneBroker ? "" : m.broker()), m.x()))
            .toList();
    return new LineChart(
        id,
        lines.title(),
        summary + marked(marks, lines.xUnit()),
        new LineChart.Axes(
            axis(lines.xTitle(), lines.xUnit()),
            spread(lines.yTitle(), lines.yUnit(), curves.values())),
        xs,
        series,
        marks);
  }

  /** On an axis of equal differences, all but the greatest values would lie at zero. */
  private static Axis spread(String title, String unit, Collection<Map<Double, Double>> curves) {
    DoubleSummaryStatistics values =
        curves.stream()
            .flatMap(curve -> curve.values().stream())
            .mapToDouble(value -> value)
            .summaryStatistics();
    return values.getMin() > 0 && values.getMax() / values.getMin() > LINEAR
        ? Axis.logarithmic(titled(title, unit), Quantity.NUMBER)
        : axis(title, unit);
  }

  /** {@code Marked: end of publishing at 12 s.} */
  private static String marked(List<LineChart.Place> marks, String unit) {
    return marks.isEmpty()
        ? ""
        : marks.stream()
            .map(mark -> mark.label() + " at " + number(mark.from(), unit))
            .collect(Collectors.joining(", ", " Marked: ", "."));
  }

  /** {@code a: 0.3 ms at 0 to 0.8 ms at 8 000}. */
  private static String ends(String name, NavigableMap<Double, Double> curve, String unit) {
    String first =
        number(curve.firstEntry().getValue(), unit) + " at " + number(curve.firstKey(), "");
    return curve.size() == 1
        ? name + ": " + first
        : "%s: %s to %s at %s"
            .formatted(
                name,
                first,
                number(curve.lastEntry().getValue(), unit),
                number(curve.lastKey(), ""));
  }

  /** The unit is in the label, so that values are numbers. */
  private static Axis axis(String title, String unit) {
    return Axis.linear(titled(title, unit), Quantity.NUMBER);
  }

  private static String titled(String title, String unit) {
    return title + (unit.isEmpty() ? "" : " (" + unit + ")");
  }

  private static Map<Double, Double> points(List<List<Double>> points) {
    Map<Double, Double> values = new TreeMap<>();
    points.forEach(point -> values.put(point.get(0), point.get(1)));
    return values;
  }
}
