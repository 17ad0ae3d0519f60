package io.brokerbench.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.statistics.BoxPlot;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.BoxPlotRow;
import io.brokerbench.report.html.Chart;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.RowChart;
import io.brokerbench.report.html.RowChart.Row;
import io.brokerbench.report.html.Series;
import io.brokerbench.report.html.Series.Style;
import java.util.ArrayList;
import java.util.Comparator;
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

  private final JsonNode study;

  StudyCharts(JsonNode study) {
    this.study = study;
  }

  /** Samples of each variant. */
  List<Chart> boxPlots() {
    List<Chart> charts = new ArrayList<>();
    for (JsonNode plot : study.path("boxPlots")) {
      boolean oneScenario =
          StudyPage.each(plot.path("boxes"))
                  .map(box -> box.path("scenario").asText())
                  .distinct()
                  .count()
              == 1;
      List<Row> rows =
          StudyPage.each(plot.path("boxes"))
              .map(
                  box ->
                      box(
                          box,
                          oneScenario
                              ? label(box, "variant", "broker")
                              : label(box, "scenario", "variant", "broker")))
              .toList();
      charts.add(
          new RowChart(
              "box-" + charts.size(),
              plot.path("title").asText(),
              medians(rows, plot.path("unit").asText())
                  + " Box to the quartiles, stroke at the median, whiskers to the farthest sample"
                  + " within 1.5 times the box, points beyond.",
              axis(plot.path("title"), plot.path("unit")),
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

  private static Row box(JsonNode box, String label) {
    return BoxPlotRow.of(Json.mapper().convertValue(box.path("plot"), BoxPlot.class), label);
  }

  private static String label(JsonNode node, String... fields) {
    return Stream.of(fields)
        .map(field -> node.path(field).asText())
        .filter(text -> !text.isEmpty())
        .reduce((one, other) -> one + ", " + other)
        .orElse("");
  }

  /** Curves, and points with the line that fits them. */
  List<Chart> curves() {
    List<Chart> charts = new ArrayList<>();
    for (JsonNode lines : study.path("lines")) {
      Map<String, Map<Double, Double>> curves = new TreeMap<>();
      for (JsonNode curve : lines.path("curves")) {
        String name = unused(curves, label(curve, "label", "broker"));
        curves.put(name, points(curve.path("points")));
      }
      charts.add(chart("lines-" + charts.size(), lines, curves));
    }
    for (JsonNode fit : study.path("fits")) {
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

  private static LineChart fit(String id, JsonNode fit) {
    JsonNode line = fit.path("line");
    Map<Double, Double> points = points(fit.path("points"));
    double slope = line.path("slope").asDouble();
    double intercept = line.path("intercept").asDouble();
    String summary =
        "%s: %s + %s per unit of %s (standard error %s), R squared %s."
            .formatted(
                label(fit, "label", "broker"),
                StudyPage.number(line.path("intercept"), fit.path("yUnit").asText()),
                StudyPage.number(line.path("slope"), fit.path("yUnit").asText()),
                fit.path("xTitle").asText(),
                StudyPage.number(line.path("slopeStandardError"), ""),
                String.format(Locale.ROOT, "%.4f", line.path("rSquared").asDouble()));
    List<Double> xs = List.copyOf(new TreeSet<>(points.keySet()));
    return new LineChart(
        id,
        label(fit, "title", "label", "broker"),
        summary,
        axes(fit),
        xs,
        List.of(
            new Series("measured", xs.stream().map(points::get).toList(), Style.POINTS),
            Series.line("fit", xs.stream().map(x -> intercept + slope * x).toList())),
        List.of());
  }

  private static LineChart chart(
      String id, JsonNode node, Map<String, Map<Double, Double>> curves) {
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
    String unit = node.path("yUnit").asText();
    String summary =
        curves.entrySet().stream()
            .filter(curve -> !curve.getValue().isEmpty())
            .map(curve -> ends(curve.getKey(), new TreeMap<>(curve.getValue()), unit))
            .collect(Collectors.joining("; ", "", "."));
    return new LineChart(
        id, node.path("title").asText(), summary, axes(node), xs, series, List.of());
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

  private static LineChart.Axes axes(JsonNode node) {
    return new LineChart.Axes(
        axis(node.path("xTitle"), node.path("xUnit")),
        axis(node.path("yTitle"), node.path("yUnit")));
  }

  /** The unit is in the label, so that values are numbers. */
  private static Axis axis(JsonNode title, JsonNode unit) {
    String in = unit.asText().isEmpty() ? "" : " (" + unit.asText() + ")";
    return Axis.linear(title.asText() + in, Quantity.NUMBER);
  }

  private static Map<Double, Double> points(JsonNode points) {
    Map<Double, Double> values = new TreeMap<>();
    points.forEach(point -> values.put(point.path(0).asDouble(), point.path(1).asDouble()));
    return values;
  }
}
