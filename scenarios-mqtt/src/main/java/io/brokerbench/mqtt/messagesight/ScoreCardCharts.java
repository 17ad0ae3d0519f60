package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.experiment.cell.CellFigures;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.Curve;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The charts of the report: throughput by the number of consumers, the broadcast by its payload,
 * and connecting by cipher. Memory against connections is a fit, which each study has by itself.
 *
 * @param cells whose figures count
 * @param size at which the study ran; absent for the usual sizes of its scenarios
 */
record ScoreCardCharts(List<StudyCell> cells, Optional<RunSize> size) {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final List<Integer> PERCENTILES = List.of(50, 95, 99);
  private static final List<String> OF_BROADCAST = List.of("p50", "p95", "p99", "max");
  private static final MessageSightReport REPORT = new MessageSightReport();

  /** Points of a curve by its label and broker. */
  private static final class Curves {
    private final Map<List<String>, Map<Double, Double>> points = new LinkedHashMap<>();

    void add(String label, String broker, double x, OptionalDouble y) {
      if (y.isPresent()) {
        points
            .computeIfAbsent(List.of(label, broker), key -> new TreeMap<>())
            .put(x, y.getAsDouble());
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
                          .map(point -> List.of(point.getKey(), point.getValue()))
                          .toList()))
          .toList();
    }
  }

  /** Those that have curves. */
  List<LineChart> charts() {
    List<LineChart> charts = new ArrayList<>();
    charts.add(
        new LineChart(
            "throughput by consumers",
            "consumers",
            "",
            "rate that is sustained",
            "msg/s",
            consumers().of(2),
            List.of()));
    charts.add(
        new LineChart(
            "broadcast: peak egress by payload",
            "payload",
            "bytes",
            "peak egress",
            "msg/s",
            egress().of(1),
            List.of()));
    charts.add(
        new LineChart(
            "broadcast: latency by payload",
            "payload",
            "bytes",
            "latency",
            "ms",
            broadcastLatency().of(1),
            List.of()));
    charts.add(
        new LineChart(
            "connection bursts: connect latency by percentile",
            "percentile",
            "%",
            "connect latency",
            "ms",
            connecting().of(2),
            List.of()));
    return charts.stream().filter(chart -> !chart.curves().isEmpty()).toList();
  }

  private Curves consumers() {
    Curves curves = new Curves();
    for (StudyCell cell : cells) {
      if (cell.scenario().startsWith("FANIN") && !cell.scenario().endsWith("SINGLE")) {
        curves.add(cell.scenario(), cell.broker(), number(cell), figure(cell, CellFigures.PEAK, 1));
      }
    }
    return curves;
  }

  private Curves egress() {
    Curves curves = new Curves();
    Figure egress = FigureCatalogue.find("broadcast.peakEgress");
    for (StudyCell cell : broadcasts()) {
      curves.add("measured", cell.broker(), number(cell), figure(cell, egress, 1));
    }
    published(MessageSightStudy.BROADCAST)
        .values()
        .forEach(
            value ->
                curves.add(
                    "published " + reported().letter(),
                    REPORT.title(),
                    value.payloadBytes().orElseThrow(),
                    value.at(reported())));
    return broadcasts().isEmpty() ? new Curves() : curves;
  }

  private Curves broadcastLatency() {
    Curves curves = new Curves();
    for (String statistic : OF_BROADCAST) {
      Figure latency = FigureCatalogue.find("latency.endToEnd." + statistic);
      for (StudyCell cell : broadcasts()) {
        curves.add(statistic, cell.broker(), number(cell), figure(cell, latency, NANOS_PER_MILLI));
      }
    }
    return curves;
  }

  private Curves connecting() {
    Curves curves = new Curves();
    for (StudyCell cell : cells) {
      if (cell.scenario().startsWith("CONNBURST")) {
        for (int percent : PERCENTILES) {
          Figure latency = FigureCatalogue.find("latency.connect.p" + percent);
          curves.add(
              cell.scenario(), cell.broker(), percent, figure(cell, latency, NANOS_PER_MILLI));
          OptionalDouble published = published(cell.scenario()).at(latency, reported());
          curves.add(
              cell.scenario() + ", published " + reported().letter(),
              REPORT.title(),
              percent,
              published.stream().map(nanos -> nanos / NANOS_PER_MILLI).findFirst());
        }
      }
    }
    return curves;
  }

  private List<StudyCell> broadcasts() {
    return cells.stream()
        .filter(cell -> cell.scenario().equals(MessageSightStudy.BROADCAST))
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
