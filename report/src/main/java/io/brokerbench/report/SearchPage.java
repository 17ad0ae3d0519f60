package io.brokerbench.report;

import io.brokerbench.core.report.Figures;
import io.brokerbench.core.report.Sentences;
import io.brokerbench.core.search.SearchResult;
import io.brokerbench.core.search.SearchStep;
import io.brokerbench.report.Blocks.Card;
import io.brokerbench.report.Blocks.Tone;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.LineChart.Place;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.Series;
import io.brokerbench.report.html.Series.Style;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The page of a search: the answer, the knee curve, and every step. */
final class SearchPage {

  private final SearchResult result;
  private final Surroundings surroundings;
  private final List<SearchStep> byRate;

  SearchPage(SearchResult result, Surroundings surroundings) {
    this.result = result;
    this.surroundings = surroundings;
    this.byRate =
        result.steps().stream()
            .sorted(
                Comparator.comparingDouble(SearchStep::offeredPerSecond)
                    .thenComparingInt(SearchStep::number))
            .toList();
  }

  String html() {
    String title =
        "Sustainable throughput of "
            + result.scenario().name()
            + " on "
            + Blocks.title(result.broker());
    Page page = Page.of(title);
    String about = Blocks.time(result.startedAt()) + "; " + Blocks.machine(result.environment());
    page.add(Blocks.head(title, about));
    page.add(Blocks.verdict(tone(), word(), Sentences.answer(result) + ".", reasons()));
    page.add(Blocks.cards(cards()));
    page.add(Blocks.withoutScript());
    if (!byRate.isEmpty()) {
      page.heading("Knee curve");
      page.charts(List.of(latency(), carried(), cpu(), backlog()), steps());
    }
    Blocks.scenario(page, result.scenario());
    Map<String, String> words = new LinkedHashMap<>();
    words.put("broker", Blocks.broker(result.broker()));
    words.put("driver", Blocks.driver(result.driver()));
    words.put("machine", Blocks.machine(result.environment()));
    words.put("tool", result.environment().tool() + " on " + result.environment().jvm());
    page.heading("Environment");
    page.add(Blocks.words(words));
    Blocks.again(page, surroundings);
    return page.html();
  }

  private Tone tone() {
    return switch (result.limitedBy()) {
      case BROKER, UPPER_RATE -> result.sustainablePerSecond().isPresent() ? Tone.GOOD : Tone.BAD;
      case GENERATOR, NETWORK, UNKNOWN -> Tone.WARN;
    };
  }

  private String word() {
    return result.sustainablePerSecond().isPresent()
        ? Figures.rate(result.sustainablePerSecond().getAsDouble()) + " msg/s"
        : "none";
  }

  private List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (!result.complete()) {
      reasons.add("The search did not go to its end.");
    }
    reasons.add(Sentences.limit(result));
    Sentences.interval(result).ifPresent(text -> reasons.add("the limit lies in " + text));
    Sentences.normalised(result).ifPresent(text -> reasons.add("at 100 % CPU: " + text));
    return reasons;
  }

  private List<Card> cards() {
    List<Card> cards = new ArrayList<>();
    cards.add(Card.of("Sustained", word(), "of " + Blocks.counted(byRate.size(), "step")));
    if (result.sustainablePerSecond().isPresent()) {
      String most = "at most " + Figures.count(result.backlogHighWaterMark());
      cards.add(Card.of("Backlog at that rate", most, ""));
    }
    return cards;
  }

  private LineChart latency() {
    Axis axis = Axis.logarithmic("end-to-end latency", Quantity.NANOS);
    List<Series> series = new ArrayList<>();
    series.add(ofSustained("p99, sustained", step -> positive(step.figures().p99Nanos())));
    series.add(ofSustained("p50, sustained", step -> positive(step.figures().p50Nanos())));
    series.add(ofOthers("p99, not sustained", step -> positive(step.figures().p99Nanos())));
    return chart(
        "knee-latency",
        "Latency against the offered rate",
        "From the intended send time: " + ends(step -> positive(step.figures().p99Nanos())) + ".",
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
            ofSustained("carried, sustained", step -> step.figures().carriedPerSecond()),
            ofOthers("carried, not sustained", step -> step.figures().carriedPerSecond())));
  }

  private LineChart cpu() {
    Axis axis = Axis.linear("percent of one core", Quantity.PERCENT);
    return chart(
        "knee-cpu",
        "CPU against the offered rate",
        "100 % is one core.",
        axis,
        List.of(
            Series.line("broker", values(step -> known(step.figures().brokerCpuPercentOfCore()))),
            Series.line("generator", values(step -> step.figures().generatorCpuPercentOfCore()))));
  }

  private LineChart backlog() {
    Axis axis = Axis.logarithmic("messages", Quantity.NUMBER);
    ToDoubleFunction<SearchStep> most = step -> positive(step.figures().backlogHighWaterMark());
    return chart(
        "knee-backlog",
        "Backlog against the offered rate",
        "The most deliveries owed at any time of a step.",
        axis,
        List.of(ofSustained("sustained", most), ofOthers("not sustained", most)));
  }

  private LineChart chart(String id, String title, String summary, Axis axis, List<Series> series) {
    List<Place> places = new ArrayList<>();
    result.sustainablePerSecond().ifPresent(rate -> places.add(new Place("sustained", rate, rate)));
    return new LineChart(
        id,
        title,
        summary,
        new LineChart.Axes(Axis.linear("offered, messages per second", Quantity.PER_SECOND), axis),
        values(SearchStep::offeredPerSecond),
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

  private static double positive(long value) {
    return value > 0 ? (double) value : Double.NaN;
  }

  private static double known(OptionalDouble value) {
    return value.orElse(Double.NaN);
  }

  private Table steps() {
    List<List<Cell>> rows = new ArrayList<>();
    for (SearchStep step : result.steps()) {
      String name = "step " + step.number();
      String why = step.verdict().reason().isEmpty() ? "" : ": " + step.verdict().reason();
      rows.add(
          List.of(
              step.run().map(run -> Cell.link(name, Blocks.link(run))).orElse(Cell.text(name)),
              Cell.text(step.kind().name().toLowerCase(java.util.Locale.ROOT)),
              Cell.figure(Quantity.PER_SECOND.text(step.offeredPerSecond())),
              Cell.figure(Quantity.PER_SECOND.text(step.figures().receivedPerSecond())),
              Cell.figure(Quantity.NANOS.text(positive(step.figures().p50Nanos()))),
              Cell.figure(Quantity.NANOS.text(positive(step.figures().p99Nanos()))),
              Cell.figure(Figures.count(step.figures().backlogHighWaterMark())),
              Cell.figure(Quantity.PERCENT.text(known(step.figures().brokerCpuPercentOfCore()))),
              Cell.text(step.verdict().outcome().title() + Sentences.reason(why))));
    }
    return new Table(
        "Steps in the order in which they were run",
        List.of(
            "", "kind", "offered", "received", "p50", "p99", "backlog", "broker CPU", "verdict"),
        rows);
  }
}
