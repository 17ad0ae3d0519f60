package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.Statistic;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.Html;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.Page;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.RowChart;
import io.brokerbench.report.html.RowChart.Mark;
import io.brokerbench.report.html.RowChart.Row;
import io.brokerbench.report.html.RowChart.Shape;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An overview of many results, each of which leads to its own page. */
final class OverviewPage {

  /** More rows than that do not fit a screen. */
  private static final int MOST_ROWS = 60;

  /** More lines than that cannot be distinguished. */
  private static final int MOST_CURVES = 6;

  /**
   * A result in a line.
   *
   * @param folder where it is, relative to the page
   * @param subject what it is of
   * @param verdict in a word or two
   * @param figure the one that it is about
   * @param latency of a run; empty of others, and without deliveries
   * @param brokerCpu of a run; a dash where it is not known
   * @param doubt why its figures do not count; empty where they do
   */
  record Listing(
      String folder,
      Subject subject,
      String verdict,
      String figure,
      Optional<LatencySummary> latency,
      String brokerCpu,
      String doubt) {

    /**
     * What a result is of.
     *
     * @param startedAt when it began
     * @param scenario and what was done with it
     * @param broker product and version
     */
    record Subject(Instant startedAt, String scenario, String broker) {}

    static Listing of(Path folder, Subject subject, String verdict, String figure) {
      return new Listing(
          folder.toString(), subject, verdict, figure, Optional.empty(), "\u2013", "");
    }

    boolean counts() {
      return doubt.isEmpty();
    }

    String page() {
      return PageBlocks.link(folder.replace('\\', '/') + "/" + ReportFolder.PAGE);
    }

    /** As it stands beside others: where there is little room, its beginning is what is seen. */
    String name() {
      return (counts() ? "" : verdict + ": ") + subject.scenario() + " on " + subject.broker();
    }
  }

  private final List<Listing> entries;

  OverviewPage(List<Listing> entries) {
    this.entries =
        entries.stream()
            .sorted(
                Comparator.comparing((Listing entry) -> entry.subject().scenario())
                    .thenComparing(entry -> entry.subject().broker())
                    .thenComparing(entry -> entry.subject().startedAt()))
            .toList();
  }

  String html() {
    Page page = Page.of("Results");
    String first = PageBlocks.time(instants().findFirst().orElseThrow());
    String last = PageBlocks.time(instants().reduce((one, other) -> other).orElseThrow());
    page.add(
        PageBlocks.head(
            NumberText.counted(entries.size(), "result"),
            first.equals(last) ? first : "from " + first + " to " + last));
    doubtful().ifPresent(page::add);
    Map<String, Long> verdicts = new TreeMap<>();
    entries.forEach(entry -> verdicts.merge(entry.verdict(), 1L, Long::sum));
    page.add(
        PageBlocks.cards(
            verdicts.entrySet().stream()
                .map(e -> PageBlocks.Card.of(e.getKey(), NumberText.count(e.getValue()), ""))
                .toList()));
    page.add(PageBlocks.usage());
    page.heading("All results");
    page.add(table().html());
    List<Row> rows = rows();
    if (!rows.isEmpty()) {
      page.heading("Latencies side by side");
      page.charts(List.of(chart(rows)));
    }
    List<LineChart> curves = curves();
    if (!curves.isEmpty()) {
      page.heading("Percentiles of each scenario");
      page.charts(curves);
    }
    return page.html();
  }

  /** Those whose figures do not count, and why; empty where all count. */
  private Optional<Html> doubtful() {
    List<String> reasons =
        entries.stream()
            .filter(entry -> !entry.counts())
            .map(entry -> entry.name() + ": " + entry.doubt())
            .toList();
    String sentence =
        "Figures of %s of %s do not count, and are struck through."
            .formatted(
                NumberText.count(reasons.size()), NumberText.counted(entries.size(), "result"));
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(
            PageBlocks.verdict(
                PageBlocks.Tone.WARN, "INVALID", sentence, reasons.stream().limit(20).toList()));
  }

  private java.util.stream.Stream<Instant> instants() {
    return entries.stream().map(entry -> entry.subject().startedAt()).sorted();
  }

  private Table table() {
    List<List<Cell>> rows = new ArrayList<>();
    for (Listing entry : entries) {
      rows.add(
          List.of(
              Cell.link(entry.subject().scenario(), entry.page()),
              Cell.text(entry.subject().broker()),
              Cell.text(entry.verdict()),
              Cell.text(entry.figure()).counting(entry.counts()),
              latency(entry, Statistic.P50),
              latency(entry, Statistic.P99),
              Cell.figure(entry.brokerCpu()).counting(entry.counts()),
              Cell.figure(PageBlocks.time(entry.subject().startedAt()))));
    }
    return new Table(
        "By scenario and broker",
        List.of("scenario", "broker", "verdict", "", "p50", "p99", "broker CPU", "started"),
        rows);
  }

  private static Cell latency(Listing entry, Statistic statistic) {
    return Cell.figure(entry.latency().map(statistic::text).orElse("\u2013"))
        .counting(entry.counts());
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Listing entry : entries) {
      entry
          .latency()
          .filter(latency -> latency.p50Nanos() > 0 && rows.size() < MOST_ROWS)
          .ifPresent(
              latency ->
                  rows.add(
                      new Row(
                          entry.name(),
                          List.of(
                              new Mark(
                                  Shape.BAR,
                                  (double) latency.p50Nanos(),
                                  (double) latency.p99Nanos(),
                                  "p50 to p99"),
                              Mark.at(Shape.TICK, (double) latency.p50Nanos(), "p50"),
                              Mark.at(Shape.DOT, (double) latency.p999Nanos(), "p99.9")),
                          entry.page(),
                          entry.counts())));
    }
    return rows;
  }

  /** Of each scenario with several runs that count, up to as many as can be distinguished. */
  private List<LineChart> curves() {
    Map<String, Map<String, LatencySummary>> scenarios = new LinkedHashMap<>();
    for (Listing entry : entries) {
      if (entry.latency().isPresent() && entry.counts()) {
        Map<String, LatencySummary> runs =
            scenarios.computeIfAbsent(entry.subject().scenario(), name -> new LinkedHashMap<>());
        String name = entry.subject().broker();
        runs.put(
            runs.containsKey(name) ? name + " (" + (runs.size() + 1) + ")" : name,
            entry.latency().get());
      }
    }
    scenarios.values().removeIf(runs -> runs.size() < 2 || runs.size() > MOST_CURVES);
    List<LineChart> charts = new ArrayList<>();
    scenarios.forEach(
        (name, runs) ->
            charts.add(
                LatencyCharts.percentiles(
                    "curves-" + charts.size(), name, inWords(runs) + ".", runs)));
    return charts;
  }

  private static String inWords(Map<String, LatencySummary> runs) {
    return runs.entrySet().stream()
        .map(run -> run.getKey() + ": " + LatencyCharts.inWords(run.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static RowChart chart(List<Row> rows) {
    return new RowChart(
        "latencies",
        "Latency of each run",
        "The bar goes from the median to p99, the point is p99.9. Runs of different scenarios and"
            + " rates are side by side here, not compared."
            + (rows.stream().allMatch(Row::counts) ? "" : " Grey rows do not count."),
        Axis.logarithmic(
            "end-to-end latency; connect latency where nothing is sent", Quantity.NANOS),
        rows);
  }
}
