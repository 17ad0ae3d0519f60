package io.brokerbench.report.page;

import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.LineChart.Place;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.Series;
import io.brokerbench.report.html.Series.Style;
import io.brokerbench.report.text.StepColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** What the steps of a search saw, over the rate that each of them offered. */
final class KneeCharts {

  private final List<SearchStep> byRate;
  private final OptionalDouble sustained;

  /**
   * Charts of some steps.
   *
   * @param steps in any order, at least one
   * @param sustained the answer in messages per second; empty where there is none, or none yet
   */
  KneeCharts(List<SearchStep> steps, OptionalDouble sustained) {
    this.sustained = sustained;
    this.byRate =
        steps.stream()
            .sorted(
                Comparator.comparingDouble(SearchStep::offeredPerSecond)
                    .thenComparingInt(SearchStep::number))
            .toList();
  }

  /** All of them. */
  List<LineChart> charts() {
    return List.of(latency(), carried(), cpu(), backlog());
  }

  private LineChart latency() {
    Axis axis = Axis.logarithmic("end-to-end latency", Quantity.NANOS);
    List<Series> series = new ArrayList<>();
    series.add(ofSustained("p99, sustained", StepColumn.P99::value));
    series.add(ofSustained("p50, sustained", StepColumn.P50::value));
    series.add(ofOthers("p99, not sustained", StepColumn.P99::value));
    return chart(
        "knee-latency",
        "Latency against the offered rate",
        "From the intended send time: " + ends(StepColumn.P99::value) + ".",
        axis,
        series);
  }

  private LineChart carried() {
    Axis axis = Axis.linear("messages per second", Quantity.PER_SECOND);
    return chart(
        "knee-carried",
        "Carried against offered",
        "What the deliveries amount to, without the fan-out; a broker that keeps up carries what is"
            + " offered.",
        axis,
        List.of(
            ofSustained("carried, sustained", StepColumn.CARRIED::value),
            ofOthers("carried, not sustained", StepColumn.CARRIED::value)));
  }

  private LineChart cpu() {
    Axis axis = Axis.linear("percent of one core", Quantity.PERCENT);
    return chart(
        "knee-cpu",
        "CPU against the offered rate",
        "100 % is one core.",
        axis,
        List.of(
            Series.line("broker", values(step -> 100 * StepColumn.BROKER_CPU.value(step))),
            Series.line("generator", values(step -> 100 * StepColumn.GENERATOR_CPU.value(step)))));
  }

  private LineChart backlog() {
    Axis axis = Axis.logarithmic("messages", Quantity.NUMBER);
    ToDoubleFunction<SearchStep> most = step -> positive(StepColumn.BACKLOG.value(step));
    return chart(
        "knee-backlog",
        "Backlog against the offered rate",
        "The most deliveries owed at any time of a step.",
        axis,
        List.of(ofSustained("sustained", most), ofOthers("not sustained", most)));
  }

  private LineChart chart(String id, String title, String summary, Axis axis, List<Series> series) {
    List<Place> places = new ArrayList<>();
    sustained.ifPresent(rate -> places.add(new Place("sustained", rate, rate)));
    return new LineChart(
        id,
        title,
        summary,
        new LineChart.Axes(Axis.linear("offered, messages per second", Quantity.PER_SECOND), axis),
        values(StepColumn.OFFERED::value),
        series,
        places);
  }

  private String ends(ToDoubleFunction<SearchStep> figure) {
    SearchStep first = byRate.get(0);
    SearchStep last = byRate.get(byRate.size() - 1);
    return "p99 %s at %s, %s at %s"
        .formatted(
            Quantity.NANOS.text(figure.applyAsDouble(first)),
            Quantity.PER_SECOND.text(first.offeredPerSecond()),
            Quantity.NANOS.text(figure.applyAsDouble(last)),
            Quantity.PER_SECOND.text(last.offeredPerSecond()));
  }

  private Series ofSustained(String name, ToDoubleFunction<SearchStep> figure) {
    return Series.line(
        name, values(step -> step.sustained() ? figure.applyAsDouble(step) : Double.NaN));
  }

  private Series ofOthers(String name, ToDoubleFunction<SearchStep> figure) {
    return new Series(
        name,
        values(step -> step.sustained() ? Double.NaN : figure.applyAsDouble(step)),
        Style.POINTS);
  }

  private List<Double> values(ToDoubleFunction<SearchStep> figure) {
    return byRate.stream().mapToDouble(figure).boxed().toList();
  }

  /** A logarithm has no 0. */
  private static double positive(double value) {
    return value > 0 ? value : Double.NaN;
  }
}
