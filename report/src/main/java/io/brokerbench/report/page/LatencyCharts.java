package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Statistic;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.LineChart.Place;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.Series;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Distributions as curves over their percentiles: the axis is that of {@code 1 / (1 - p)},
 * logarithmic, so that each nine takes as much room as the one before.
 */
final class LatencyCharts {

  private static final int PER_DECADE = 12;

  /** Of a histogram, in each decade. */
  private static final int CLASSES = 20;

  private static final List<Statistic> MARKED =
      List.of(Statistic.P50, Statistic.P95, Statistic.P99, Statistic.P999);

  private LatencyCharts() {}

  /**
   * The curves.
   *
   * @param id by which the page knows the chart
   * @param title of the chart
   * @param summary what is to be seen
   * @param latencies by their names; empty ones are left out
   */
  static LineChart percentiles(
      String id, String title, String summary, Map<String, LatencySummary> latencies) {
    Map<String, LatencySummary> filled = filled(latencies);
    long most = filled.values().stream().mapToLong(LatencySummary::count).max().orElse(1);
    List<Double> xs = places(most);
    List<Series> series = new ArrayList<>();
    filled.forEach((name, latency) -> series.add(Series.line(name, curve(latency, xs))));
    return new LineChart(
        id,
        title,
        summary,
        new LineChart.Axes(
            Axis.logarithmic("percentile, %", Quantity.PERCENTILE),
            Axis.logarithmic("latency", Quantity.NANOS)),
        xs,
        series,
        List.of());
  }

  /**
   * The distributions as histograms: how many of a hundred values lie in each class of latencies,
   * which are equally wide on a logarithmic axis.
   *
   * @param id by which the page knows the chart
   * @param title of the chart
   * @param latencies by their names; percentiles of the first one are marked
   */
  static LineChart distribution(String id, String title, Map<String, LatencySummary> latencies) {
    Map<String, LatencySummary> filled = filled(latencies);
    Map<String, NavigableMap<Integer, Double>> shares = new LinkedHashMap<>();
    filled.forEach((name, latency) -> shares.put(name, shares(latency.toHistogram())));
    int first = shares.values().stream().mapToInt(NavigableMap::firstKey).min().orElse(0) - 1;
    int last = shares.values().stream().mapToInt(NavigableMap::lastKey).max().orElse(0) + 1;
    List<Double> xs = IntStream.rangeClosed(first, last).mapToObj(LatencyCharts::middle).toList();
    List<Series> series = new ArrayList<>();
    shares.forEach(
        (name, share) ->
            series.add(
                new Series(
                    name,
                    IntStream.rangeClosed(first, last)
                        .mapToObj(k -> share.getOrDefault(k, 0.0))
                        .toList(),
                    Series.Style.BARS)));
    Map.Entry<String, LatencySummary> marked = filled.entrySet().iterator().next();
    List<Place> places =
        MARKED.stream()
            .map(s -> Place.at(s.title(), s.of(marked.getValue())))
            .filter(place -> place.from() > 0)
            .toList();
    Histogram histogram = marked.getValue().toHistogram();
    String summary =
        "Of %s, 90 %% of the values lie between %s and %s. The marks are its percentiles."
            .formatted(
                marked.getKey(),
                NumberText.latency(histogram.getValueAtPercentile(5)),
                NumberText.latency(histogram.getValueAtPercentile(95)));
    return new LineChart(
        id,
        title,
        summary,
        new LineChart.Axes(
            Axis.logarithmic("latency", Quantity.NANOS),
            Axis.linear("percent of the values", Quantity.PERCENT)),
        xs,
        series,
        places);
  }

  /** Percent of the values in each class that has some, by the classes' numbers. */
  private static NavigableMap<Integer, Double> shares(Histogram histogram) {
    NavigableMap<Integer, Double> shares = new TreeMap<>();
    for (HistogramIterationValue value : histogram.recordedValues()) {
      double nanos = Math.max(1, histogram.medianEquivalentValue(value.getValueIteratedTo()));
      double percent =
          100.0 * value.getCountAtValueIteratedTo() / (double) histogram.getTotalCount();
      shares.merge((int) Math.floor(Math.log10(nanos) * CLASSES), percent, Double::sum);
    }
    return shares;
  }

  /** The geometric mean of a class's ends. */
  private static double middle(int number) {
    return Math.pow(10, (number + 0.5) / CLASSES);
  }

  /** {@code Half within 0.6 ms, 99 % within 2.1 ms, the slowest after 9.7 ms}. */
  static String inWords(LatencySummary latency) {
    return latency.count() == 0
        ? "nothing was delivered"
        : "half within %s, 99 %% within %s, the slowest after %s"
            .formatted(
                Statistic.P50.text(latency),
                Statistic.P99.text(latency),
                Statistic.MAX.text(latency));
  }

  /** The usual figures, a row for each distribution. */
  static Table table(String caption, Map<String, LatencySummary> latencies) {
    List<String> columns = new ArrayList<>(List.of(""));
    Stream.of(Statistic.values()).map(Statistic::title).forEach(columns::add);
    columns.add("values");
    List<List<Cell>> rows = new ArrayList<>();
    filled(latencies)
        .forEach(
            (name, latency) -> {
              List<Cell> row = new ArrayList<>(List.of(Cell.text(name)));
              Stream.of(Statistic.values())
                  .map(statistic -> Cell.figure(statistic.text(latency)))
                  .forEach(row::add);
              row.add(Cell.figure(NumberText.count(latency.count())));
              rows.add(row);
            });
    return new Table(caption, columns, rows);
  }

  private static Map<String, LatencySummary> filled(Map<String, LatencySummary> latencies) {
    Map<String, LatencySummary> filled = new LinkedHashMap<>(latencies);
    filled.values().removeIf(latency -> latency.count() == 0);
    return filled;
  }

  /** Evenly spread, with the usual percentiles among them, to the last value. */
  private static List<Double> places(long most) {
    TreeSet<Double> places = new TreeSet<>();
    // Whole decades exactly: 99 % is 99 %.
    for (double decade = 1; decade < most; decade *= 10) {
      places.add(decade);
      for (int i = 1; i < PER_DECADE; i++) {
        double place = decade * Math.pow(10, (double) i / PER_DECADE);
        if (place < most) {
          places.add(place);
        }
      }
    }
    Stream.of(2.0, 20.0).filter(usual -> usual < most).forEach(places::add);
    places.add((double) most);
    return List.copyOf(places);
  }

  private static List<Double> curve(LatencySummary latency, List<Double> xs) {
    Histogram histogram = latency.toHistogram();
    List<Double> values = new ArrayList<>();
    for (double x : xs) {
      // A distribution of fewer values than others ends where its data ends.
      boolean reported = x <= latency.count();
      double value = x == latency.count() ? histogram.getMaxValue() : at(histogram, x);
      values.add(reported && value > 0 ? value : Double.NaN);
    }
    return values;
  }

  private static double at(Histogram histogram, double x) {
    return histogram.getValueAtPercentile(100 - 100 / x);
  }
}
