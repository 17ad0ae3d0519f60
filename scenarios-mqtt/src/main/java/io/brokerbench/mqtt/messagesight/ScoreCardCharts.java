package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.Bar;
import io.brokerbench.experiment.study.StudyResult.BarChart;
import io.brokerbench.experiment.study.StudyResult.Curve;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The charts of the report: throughput by the number of consumers, the broadcast by its payload,
 * and connecting by cipher. Memory against connections is a fit, which each study has by itself.
 *
 * <p>Rates and egress that met the limit of the generator or of a busy machine are drawn too: the
 * broker sustains at least so many, and the label says so. So it does of a search that ended before
 * a rate failed. Latencies are drawn of cells that count.
 *
 * @param cells all that are finished
 * @param size at which the study ran; absent for the usual sizes of its scenarios
 */
record ScoreCardCharts(List<StudyCell> cells, Optional<RunSize> size) {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final String PUBLISHED = "published ";

  /** Behind the label of what is more with a generator or a machine that carries more. */
  private static final String AT_LEAST = ", at least";

  /** Twice as many as the page has colours: those of one broker and what was published. */
  private static final int MOST_CURVES = 12;

  /** Of connects, by the figure's name; the longest is the last. */
  private static final Map<String, Double> PERCENTILES =
      new TreeMap<>(Map.of("p50", 50.0, "p95", 95.0, "p99", 99.0, "p999", 99.9, "max", 100.0));

  private static final List<String> OF_BROADCAST = List.of("p50", "p95", "p99", "max");
  private static final MessageSightReport REPORT = new MessageSightReport();

  private static final List<Chart> CHARTS =
      List.of(
          new Chart(
              "throughput by consumers",
              "consumers",
              "",
              "rate that is sustained",
              "msg/s",
              ScoreCardCharts::throughputs),
          new Chart(
              "broadcast: peak egress by payload",
              "payload",
              "bytes",
              "peak egress",
              "msg/s",
              all -> all.egress().of(1)),
          new Chart(
              "broadcast: latency by payload",
              "payload",
              "bytes",
              "latency",
              "ms",
              all -> all.broadcastLatency().of(1)),
          new Chart(
              "connection bursts: connect latency by percentile",
              "percentile",
              "%",
              "connect latency",
              "ms",
              all -> all.connecting().of(2)));

  /** A chart without its curves, and what they are. */
  private record Chart(
      String title,
      String xTitle,
      String xUnit,
      String yTitle,
      String yUnit,
      Function<ScoreCardCharts, List<Curve>> curves) {

    LineChart of(String name, List<Curve> drawn) {
      return new LineChart(name, xTitle, xUnit, yTitle, yUnit, drawn, List.of());
    }
  }

  /** Points of a curve by its label and broker; of repetitions, their medians. */
  private static final class Curves {
    private final Map<List<String>, Map<Double, List<Double>>> points = new LinkedHashMap<>();

    void add(String label, String broker, double x, OptionalDouble y) {
      if (y.isPresent()) {
        points
            .computeIfAbsent(List.of(label, broker), key -> new TreeMap<>())
            .computeIfAbsent(x, key -> new ArrayList<>())
            .add(y.getAsDouble());
      }
    }

    /** Those with at least so many points. */
    List<Curve> of(int least) {
      return points.entrySet().stream()
          .filter(entry -> entry.getValue().size() >= least)
          .map(
              entry ->
                  new Curve(
                      entry.getKey().get(0),
                      entry.getKey().get(1),
                      entry.getValue().entrySet().stream()
                          .map(point -> List.of(point.getKey(), median(point.getValue())))
                          .toList()))
          .toList();
    }
  }

  private static double median(List<Double> values) {
    return Median.withDefaults().evaluate(values.stream().mapToDouble(each -> each).toArray());
  }

  /** Those that have curves; one for each broker where one for all has too many. */
  List<LineChart> charts() {
    return CHARTS.stream().flatMap(this::drawn).filter(chart -> !chart.curves().isEmpty()).toList();
  }

  private Stream<LineChart> drawn(Chart chart) {
    List<Curve> all = chart.curves.apply(this);
    Map<String, List<StudyCell>> byBroker =
        cells.stream()
            .collect(
                Collectors.groupingBy(StudyCell::broker, LinkedHashMap::new, Collectors.toList()));
    return all.size() <= MOST_CURVES || byBroker.size() == 1
        ? Stream.of(chart.of(chart.title, all))
        : byBroker.entrySet().stream()
            .map(
                own ->
                    chart.of(
                        chart.title + ": " + own.getKey(),
                        chart.curves.apply(new ScoreCardCharts(own.getValue(), size))));
  }

  /** Whether what it sustained is known, or the least that it does. */
  private static boolean sustains(StudyCell cell, Figure figure) {
    return cell.counts() || cell.isLowerBound(figure);
  }

  /** A curve with one value that is the least is the least as a whole. */
  private static String label(String label, StudyCell cell, List<StudyCell> curve, Figure figure) {
    return curve.stream()
            .filter(other -> other.scenario().equals(cell.scenario()))
            .filter(other -> other.broker().equals(cell.broker()))
            .anyMatch(other -> other.isLowerBound(figure))
        ? label + AT_LEAST
        : label;
  }

  /**
   * Of scenarios with two numbers of consumers, each with what was published with as many as its
   * score card has.
   */
  private List<Curve> throughputs() {
    List<StudyCell> fanIns =
        cells.stream()
            .filter(cell -> cell.scenario().startsWith("FANIN"))
            .filter(cell -> !cell.scenario().endsWith("SINGLE"))
            .filter(cell -> sustains(cell, CellFigures.PEAK))
            .toList();
    Curves measured = new Curves();
    for (StudyCell cell : fanIns) {
      measured.add(
          label(cell.scenario(), cell, fanIns, CellFigures.PEAK),
          cell.broker(),
          number(cell),
          figure(cell, CellFigures.PEAK, 1));
    }
    List<Curve> all = new ArrayList<>(measured.of(2));
    Curves published = new Curves();
    for (String scenario :
        all.stream().map(curve -> curve.label().replace(AT_LEAST, "")).distinct().toList()) {
      published(scenario)
          .main()
          .ifPresent(
              rate ->
                  published.add(
                      scenario + ", " + PUBLISHED + reported().letter(),
                      REPORT.title(),
                      rate.consumers().orElseThrow(),
                      rate.at(reported())));
    }
    all.addAll(published.of(1));
    return all;
  }

  /** The rates of connection bursts, measured and published. */
  BarChart connectRates() {
    Figure rate = FigureCatalogue.find("connections.peakPerSecond");
    List<Bar> bars = new ArrayList<>();
    for (StudyCell cell : bursts()) {
      cell.figure(rate)
          .ifPresent(
              value ->
                  bars.add(
                      new Bar(
                          cell.scenario()
                              + ", "
                              + series(cell)
                              + (cell.isLowerBound(rate) ? AT_LEAST : ""),
                          series(cell),
                          value,
                          cell.counts(),
                          Optional.of(cell.folder()))));
    }
    for (String scenario : bursts().stream().map(StudyCell::scenario).distinct().toList()) {
      published(scenario)
          .at(rate, reported())
          .ifPresent(
              value ->
                  bars.add(
                      new Bar(
                          scenario + ", " + PUBLISHED + reported().letter(),
                          PUBLISHED + reported().letter(),
                          value,
                          true,
                          Optional.empty())));
    }
    return new BarChart("connection bursts: peak rate", "peak rate", "connects/s", bars);
  }

  /** A bar each, as one of several repetitions is a start of its own. */
  private String series(StudyCell cell) {
    boolean repeated =
        cells.stream()
            .anyMatch(other -> other.scenario().equals(cell.scenario()) && other.repetition() > 1);
    return repeated ? cell.broker() + " #" + cell.repetition() : cell.broker();
  }

  private Curves egress() {
    Curves curves = new Curves();
    Figure egress = FigureCatalogue.find("broadcast.peakEgress");
    List<StudyCell> broadcasts = broadcasts(cell -> sustains(cell, egress));
    for (StudyCell cell : broadcasts) {
      curves.add(
          label("measured", cell, broadcasts, egress),
          cell.broker(),
          number(cell),
          figure(cell, egress, 1));
    }
    published(MessageSightStudy.BROADCAST)
        .values()
        .forEach(
            value ->
                curves.add(
                    PUBLISHED + reported().letter(),
                    REPORT.title(),
                    value.payloadBytes().orElseThrow(),
                    value.at(reported())));
    return broadcasts.isEmpty() ? new Curves() : curves;
  }

  private Curves broadcastLatency() {
    Curves curves = new Curves();
    for (String statistic : OF_BROADCAST) {
      Figure latency = FigureCatalogue.find("latency.endToEnd." + statistic);
      for (StudyCell cell : broadcasts(StudyCell::counts)) {
        curves.add(statistic, cell.broker(), number(cell), figure(cell, latency, NANOS_PER_MILLI));
      }
    }
    return curves;
  }

  private List<StudyCell> bursts() {
    return cells.stream().filter(cell -> cell.scenario().startsWith("CONNBURST")).toList();
  }

  /** Beside any that counts, what was published of all. */
  private Curves connecting() {
    Curves curves = new Curves();
    if (bursts().stream().anyMatch(StudyCell::counts)) {
      for (StudyCell cell : bursts()) {
        PERCENTILES.forEach((name, percent) -> addConnect(curves, cell, name, percent));
      }
    }
    return curves;
  }

  private void addConnect(Curves curves, StudyCell cell, String name, double percent) {
    Figure latency = FigureCatalogue.find("latency.connect." + name);
    if (cell.counts()) {
      curves.add(cell.scenario(), cell.broker(), percent, figure(cell, latency, NANOS_PER_MILLI));
    }
    curves.add(
        cell.scenario() + ", " + PUBLISHED + reported().letter(),
        REPORT.title(),
        percent,
        published(cell.scenario()).at(latency, reported()).stream()
            .map(nanos -> nanos / NANOS_PER_MILLI)
            .findFirst());
  }

  private List<StudyCell> broadcasts(Predicate<StudyCell> drawn) {
    return cells.stream()
        .filter(cell -> cell.scenario().equals(MessageSightStudy.BROADCAST))
        .filter(drawn)
        .toList();
  }

  private PublishedSize reported() {
    return size.flatMap(RunSize::published).orElse(PublishedSize.SMALL);
  }

  private static PublishedScenario published(String name) {
    return REPORT.scenarios().stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** That of the variant: {@code 100 consumers}, {@code 32 B}. */
  private static double number(StudyCell cell) {
    return Double.parseDouble(cell.variant().replaceFirst(" .*", ""));
  }

  private static OptionalDouble figure(StudyCell cell, Figure figure, double divisor) {
    return cell.figure(figure).stream().mapToDouble(value -> value / divisor).findFirst();
  }
}
