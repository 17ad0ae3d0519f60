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
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What the steps of a search saw, over the rate that each of them offered. */
final class KneeCharts {

  private final List<SearchStep> byRate;
  private final OptionalDouble sustained;
  private final Function<SearchStep, String> links;
  private final Axis offered;

  /**
   * Charts of some steps.
   *
   * @param steps in any order, at least one
   * @param sustained the answer in messages per second; empty where there is none, or none yet
   * @param links where a step leads; nothing for nowhere
   */
  KneeCharts(List<SearchStep> steps, OptionalDouble sustained, Function<SearchStep, String> links) {
    this.sustained = sustained;
    this.links = links;
    this.byRate =
        steps.stream()
            .sorted(
                Comparator.comparingDouble(SearchStep::offeredPerSecond)
                    .thenComparingInt(SearchStep::number))
            .toList();
    this.offered =
        Axis.linear("offered, messages per second", Quantity.PER_SECOND)
            .aroundMost(values(StepColumn.OFFERED::value), sustained.orElse(Double.NaN));
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
    series.add(ofInvalid("p99, does not count", StepColumn.P99::value));
    return chart(
        "knee-latency",
        "Latency against the offered rate",
        "From the intended send time" + ends(StepColumn.P99::value) + ".",
        axis,
        series);
  }

  private LineChart carried() {
    Axis axis =
        Axis.linear("messages per second", Quantity.PER_SECOND)
            .aroundMost(values(StepColumn.CARRIED::value), Double.NaN);
    return chart(
        "knee-carried",
        "Carried against offered",
        "What the deliveries amount to, without the fan-out; a broker that keeps up carries what is"
            + " offered.",
        axis,
        List.of(
            ofSustained("carried, sustained", StepColumn.CARRIED::value),
            ofOthers("carried, not sustained", StepColumn.CARRIED::value),
            ofInvalid("carried, does not count", StepColumn.CARRIED::value)));
  }

  private LineChart cpu() {
    Axis axis = Axis.linear("percent of one core", Quantity.PERCENT);
    return chart(
        "knee-cpu",
        "CPU against the offered rate",
        "100 % is one core.",
        axis,
        List.of(
            ofValid("broker", step -> 100 * StepColumn.BROKER_CPU.value(step)),
            ofValid("generator", step -> 100 * StepColumn.GENERATOR_CPU.value(step)),
            ofInvalid("broker, does not count", step -> 100 * StepColumn.BROKER_CPU.value(step)),
            ofInvalid(
                "generator, does not count", step -> 100 * StepColumn.GENERATOR_CPU.value(step))));
  }

  private LineChart backlog() {
    Axis axis = Axis.logarithmic("messages", Quantity.NUMBER);
    ToDoubleFunction<SearchStep> most = step -> positive(StepColumn.BACKLOG.value(step));
    return chart(
        "knee-backlog",
        "Backlog against the offered rate",
        "The most deliveries owed at any time of a step.",
        axis,
        List.of(
            ofSustained("sustained", most),
            ofOthers("not sustained", most),
            ofInvalid("does not count", most)));
  }

  private LineChart chart(String id, String title, String summary, Axis axis, List<Series> series) {
    List<Place> places = new ArrayList<>();
    sustained.ifPresent(rate -> places.add(Place.at("sustained", rate)));
    return new LineChart(
            id,
            title,
            summary + beyond(),
            new LineChart.Axes(offered, axis),
            values(StepColumn.OFFERED::value),
            series,
            places)
        .leading(i -> links.apply(byRate.get(i)));
  }

  /** Rates that would squeeze the others together. */
  private String beyond() {
    String rates =
        byRate.stream()
            .map(StepColumn.OFFERED::value)
            .filter(offered::isBeyond)
            .distinct()
            .map(Quantity.PER_SECOND::text)
            .collect(Collectors.joining(", "));
    return rates.isEmpty() ? "" : " At the edge, far beyond the axis: " + rates + ".";
  }

  /** At the lowest and the highest rate of a step that counts. */
  private String ends(ToDoubleFunction<SearchStep> figure) {
    List<SearchStep> counting = byRate.stream().filter(step -> !isInvalid(step)).toList();
    if (counting.isEmpty()) {
      return "";
    }
    SearchStep first = counting.get(0);
    SearchStep last = counting.get(counting.size() - 1);
    return ": p99 %s at %s, %s at %s"
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

  private Series ofValid(String name, ToDoubleFunction<SearchStep> figure) {
    return Series.line(
        name, values(step -> isInvalid(step) ? Double.NaN : figure.applyAsDouble(step)));
  }

  private Series ofOthers(String name, ToDoubleFunction<SearchStep> figure) {
    return new Series(
        name,
        values(
            step -> step.sustained() || isInvalid(step) ? Double.NaN : figure.applyAsDouble(step)),
        Style.POINTS);
  }

  private Series ofInvalid(String name, ToDoubleFunction<SearchStep> figure) {
    return new Series(
        name,
        values(step -> isInvalid(step) ? figure.applyAsDouble(step) : Double.NaN),
        Style.POINTS,
        false);
  }

  /** Whether a step says nothing about the broker. */
  static boolean isInvalid(SearchStep step) {
    return switch (step.verdict().outcome()) {
      case GENERATOR_LIMITED, NETWORK_LIMITED, DISTURBED, FAILED, INTERRUPTED -> true;
      case SUSTAINED, BROKER_LIMITED, BROKER_CPU, CONTRACT_BROKEN, LATENCY -> false;
    };
  }

  private List<Double> values(ToDoubleFunction<SearchStep> figure) {
    return byRate.stream().mapToDouble(figure).boxed().toList();
  }

  /** A logarithm has no 0. */
  private static double positive(double value) {
    return value > 0 ? value : Double.NaN;
  }
}
