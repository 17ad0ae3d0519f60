package io.brokerbench.report.page;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.TimelineInterval.Part;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.LineChart.Place;
import io.brokerbench.report.html.Quantity;
import io.brokerbench.report.html.Series;
import io.brokerbench.report.html.Table;
import io.brokerbench.report.html.Table.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A run second by second, as charts over a common time axis and one table. */
final class TimelineCharts {

  /** More places than that cannot be distinguished on a screen. */
  static final int MOST = 600;

  /** The last interval may be shorter, and its counts are then no point beside the others. */
  private static final long WHOLE_MILLIS = 1_000;

  /** Intervals of a run that is being watched are a little longer than a second. */
  private static final long ABOUT_A_SECOND_MILLIS = 1_500;

  /** Charts that say nothing of runs that only connect. */
  private static final Set<String> MESSAGES = Set.of("rates", "backlog");

  private final List<TimelineInterval> timeline;
  private final List<Place> places;
  private final List<Double> xs;
  private final OptionalLong mostBacklog;
  private final String leftOut;

  /**
   * Charts of a timeline.
   *
   * @param whole the timeline; a last interval of less than a second is left out
   * @param marks what else happened, in seconds from its start
   * @param mostBacklog the most deliveries owed at any time; empty where it is not known yet
   */
  TimelineCharts(List<TimelineInterval> whole, List<Place> marks, OptionalLong mostBacklog) {
    boolean partial = whole.size() > 1 && last(whole).lengthMillis() < WHOLE_MILLIS;
    this.timeline =
        DownsampledTimeline.of(partial ? whole.subList(0, whole.size() - 1) : whole, MOST);
    this.mostBacklog = mostBacklog;
    this.leftOut =
        partial
            ? ", without the last %s, in which %s were received"
                .formatted(
                    Quantity.SECONDS.text(last(whole).lengthMillis() / 1e3),
                    NumberText.count(last(whole).received()))
            : "";
    this.xs = values(i -> (i.startMillis() + i.lengthMillis() / 2.0) / 1e3);
    this.places = new ArrayList<>(phases());
    this.places.addAll(marks);
  }

  private static TimelineInterval last(List<TimelineInterval> intervals) {
    return intervals.get(intervals.size() - 1);
  }

  /** Those that have something to show. */
  List<LineChart> charts() {
    List<LineChart> charts = new ArrayList<>();
    charts.add(rates());
    charts.add(latency());
    charts.add(backlog());
    charts.add(cpu());
    charts.add(pressure());
    charts.add(memory());
    charts.add(reported());
    charts.removeIf(chart -> !chart.hasValues());
    if (nothingIsSent()) {
      charts.removeIf(chart -> MESSAGES.contains(chart.id()));
    }
    return charts;
  }

  private boolean nothingIsSent() {
    return timeline.stream().allMatch(i -> i.sent() == 0 && i.received() == 0 && i.backlog() == 0);
  }

  private Axis time() {
    String from = nothingIsSent() ? "time" : "time from the start of sending";
    Axis axis = Axis.linear(from, Quantity.SECONDS);
    return timeline.isEmpty()
        ? axis
        : axis.within(
            timeline.get(0).startMillis() / 1e3,
            (last(timeline).startMillis() + last(timeline).lengthMillis()) / 1e3);
  }

  private LineChart rates() {
    Axis rate = Axis.linear("messages per second", Quantity.PER_SECOND);
    Series sent = Series.line("sent", rates(TimelineInterval::sent));
    Series received = Series.line("received", rates(TimelineInterval::received));
    Series acknowledged = Series.line("acknowledged", rates(TimelineInterval::acknowledged));
    return chart(
        "rates",
        "Rates",
        "Messages per second: sent %s, received %s in the seconds of the steady state."
            .formatted(range(sent, rate), range(received, rate)),
        rate,
        // With QoS 0 there is no acknowledgement of the broker's: it is the sending itself.
        acknowledged.values().equals(sent.values())
            ? List.of(sent, received)
            : List.of(sent, received, acknowledged));
  }

  private LineChart latency() {
    Axis axis = Axis.logarithmic("end-to-end latency", Quantity.NANOS);
    Series p99 = Series.line("p99", nanos(TimelineInterval::endToEndP99Nanos));
    return chart(
        "latency-over-time",
        "End-to-end latency over time",
        "Of the deliveries made in each second, from the intended send time; p99 %s."
            .formatted(range(p99, axis)),
        axis,
        List.of(
            Series.line("p50", nanos(TimelineInterval::endToEndP50Nanos)),
            p99,
            Series.line("max", nanos(TimelineInterval::endToEndMaxNanos))));
  }

  private LineChart backlog() {
    Axis axis = Axis.linear("messages", Quantity.NUMBER);
    Series backlog = Series.line("backlog", values(i -> (double) i.backlog()));
    List<Series> series = new ArrayList<>(List.of(backlog));
    String most = "";
    if (mostBacklog.isPresent()) {
      double level = (double) mostBacklog.getAsLong();
      series.add(new Series("most at any time", values(i -> level), Series.Style.LEVEL));
      most = "; at any time of the run, at most " + NumberText.count(mostBacklog.getAsLong());
    }
    return chart(
        "backlog",
        "Backlog",
        "Deliveries owed and not made at the end of each second: %s in the steady state%s."
            .formatted(range(backlog, axis), most),
        axis,
        series);
  }

  private LineChart cpu() {
    Axis axis = Axis.linear("percent of one core", Quantity.PERCENT);
    Series broker = Series.line("broker", percent(TimelineInterval::brokerCpuPercentOfCore));
    Series generator =
        Series.line("generator", percent(TimelineInterval::generatorCpuPercentOfCore));
    Series others = Series.line("others", percent(i -> inPercent(machine(i).otherCpuCores())));
    return chart(
        "cpu",
        "CPU of broker, generator and others",
        "100 %% is one core. Broker %s, generator %s, other work %s in the steady state."
            .formatted(range(broker, axis), range(generator, axis), range(others, axis)),
        axis,
        others.values().stream().allMatch(value -> value.isNaN())
            ? List.of(broker, generator)
            : List.of(broker, generator, others));
  }

  private LineChart pressure() {
    Axis axis = Axis.linear("percent of the time", Quantity.PERCENT);
    return chart(
        "pressure",
        "Pressure on the machine",
        "Share of each second in which some task of the machine waited for a CPU, a disk or"
            + " memory.",
        axis,
        List.of(
            Series.line("CPU", percent(i -> inPercent(machine(i).pressure().cpuSome()))),
            Series.line("disks", percent(i -> inPercent(machine(i).pressure().ioSome()))),
            Series.line("memory", percent(i -> inPercent(machine(i).pressure().memorySome())))));
  }

  private static MachineInterval machine(TimelineInterval interval) {
    return interval.machine().orElse(MachineInterval.UNKNOWN);
  }

  private static OptionalDouble inPercent(OptionalDouble share) {
    return share.isPresent() ? OptionalDouble.of(100 * share.getAsDouble()) : share;
  }

  private LineChart memory() {
    Axis axis = Axis.linear("memory", Quantity.BYTES);
    Series resident = Series.line("resident", bytes(TimelineInterval::brokerRssBytes));
    Series heap = Series.line("heap, reported by the broker", bytes(i -> metrics(i).heapBytes()));
    return chart(
        "memory",
        "Memory of the broker",
        "Resident memory " + range(resident, axis) + " in the steady state.",
        axis,
        List.of(resident, heap));
  }

  private LineChart reported() {
    return chart(
        "reported",
        "Broker-reported metrics",
        "Messages that it holds, and clients that are connected, as its product counts them.",
        Axis.linear("count", Quantity.NUMBER),
        List.of(
            Series.line("queued messages", bytes(i -> metrics(i).queuedMessages())),
            Series.line("connections", bytes(i -> metrics(i).connections()))));
  }

  private LineChart chart(String id, String title, String summary, Axis axis, List<Series> series) {
    // A short phase has points of its own.
    long longest = timeline.stream().mapToLong(TimelineInterval::lengthMillis).max().orElse(0);
    String each =
        longest < ABOUT_A_SECOND_MILLIS ? "" : " Each point stands for " + seconds(longest) + ".";
    return new LineChart(
        id, title, summary + each, new LineChart.Axes(time(), axis), xs, series, places);
  }

  /** All of it, a row for each interval. */
  Table table() {
    List<LineChart> charts = charts();
    List<String> header = new ArrayList<>();
    header.add("from");
    header.add("phase");
    for (LineChart chart : charts) {
      List<Series> lines = lines(chart);
      boolean alone = lines.size() == 1 && chart.id().equals(lines.get(0).name());
      lines.forEach(s -> header.add(alone ? chart.title() : chart.title() + ": " + s.name()));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (int i = 0; i < timeline.size(); i++) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.figure(seconds(timeline.get(i).startMillis())));
      row.add(Cell.text(phase(timeline.get(i).phase())));
      for (LineChart chart : charts) {
        Quantity quantity = chart.axes().y().quantity();
        for (Series series : lines(chart)) {
          row.add(Cell.figure(quantity.text(series.values().get(i))));
        }
      }
      rows.add(row);
    }
    return new Table("The run second by second" + leftOut, header, rows);
  }

  /** A level is the same in each second. */
  private static List<Series> lines(LineChart chart) {
    return chart.series().stream().filter(s -> s.style() != Series.Style.LEVEL).toList();
  }

  private static String seconds(long millis) {
    return Quantity.SECONDS.text(millis / 1e3);
  }

  private static String phase(Part part) {
    return part == Part.WARM_UP ? "warm-up" : part.name().toLowerCase(Locale.ROOT);
  }

  /** Where the run was not in its steady state. */
  private List<Place> phases() {
    List<Place> found = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= timeline.size(); i++) {
      Part phase = timeline.get(from).phase();
      if (i == timeline.size() || timeline.get(i).phase() != phase) {
        TimelineInterval last = timeline.get(i - 1);
        if (phase != Part.STEADY) {
          found.add(
              new Place(
                  phase(phase),
                  timeline.get(from).startMillis() / 1e3,
                  (last.startMillis() + last.lengthMillis()) / 1e3));
        }
        from = i;
      }
    }
    return found;
  }

  /** {@code 9 980/s to 10 000/s}, over the steady state. */
  private String range(Series series, Axis axis) {
    List<Double> steady = new ArrayList<>();
    for (int i = 0; i < timeline.size(); i++) {
      double value = series.values().get(i);
      if (timeline.get(i).phase() == Part.STEADY && !Double.isNaN(value)) {
        steady.add(value);
      }
    }
    if (steady.isEmpty()) {
      return "unknown";
    }
    String least = axis.quantity().text(steady.stream().min(Double::compare).orElseThrow());
    String most = axis.quantity().text(steady.stream().max(Double::compare).orElseThrow());
    return least.equals(most) ? least : least + " to " + most;
  }

  private List<Double> rates(ToDoubleFunction<TimelineInterval> count) {
    return values(i -> count.applyAsDouble(i) / i.lengthMillis() * 1e3);
  }

  /** Nothing that takes 0 ns has a place on a logarithmic axis. */
  private List<Double> nanos(Function<TimelineInterval, OptionalLong> figure) {
    return values(
        i -> {
          long nanos = figure.apply(i).orElse(0);
          return nanos > 0 ? nanos : Double.NaN;
        });
  }

  private List<Double> bytes(Function<TimelineInterval, OptionalLong> figure) {
    return values(
        i -> {
          OptionalLong value = figure.apply(i);
          return value.isPresent() ? value.getAsLong() : Double.NaN;
        });
  }

  private List<Double> percent(Function<TimelineInterval, OptionalDouble> figure) {
    return values(i -> figure.apply(i).orElse(Double.NaN));
  }

  private List<Double> values(ToDoubleFunction<TimelineInterval> figure) {
    return timeline.stream().mapToDouble(figure).boxed().toList();
  }

  private static BrokerMetrics metrics(TimelineInterval interval) {
    return interval.brokerMetrics().orElse(BrokerMetrics.NONE);
  }
}
