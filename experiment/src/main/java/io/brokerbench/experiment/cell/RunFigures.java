package io.brokerbench.experiment.cell;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.HdrHistogram.HistogramIterationValue;

/** The figures and samples of a cell's runs. docs/studies.md has their names. */
final class RunFigures {

  private static final Set<String> OF_LOAD = Set.of("throughput", "messages", "backlog");
  private static final double NANOS_PER_MILLI = 1e6;

  private static final Set<String> PACED =
      Set.of("connections.perSecond", "connections.peakPerSecond");

  /** Share of the rate at which clients come that is reached only if all of them do. */
  private static final double ALL_CAME = 0.97;

  /** Clients that wait for longer than the second that is counted come from a queue. */
  private static final double MOST_WAIT_NANOS = 1e9;

  private static final Figure WAIT = FigureCatalogue.find("latency.connect.p95");

  /** Share of the seconds that may be unknown, as little CPU is unknown before much. */
  private static final double MOST_UNKNOWN = 0.05;

  private final Map<String, Double> figures = new LinkedHashMap<>();
  private final Map<String, List<Double>> series = new LinkedHashMap<>();
  private final List<String> lowerBounds = new ArrayList<>();

  Map<String, Double> figures() {
    return figures;
  }

  Map<String, List<Double>> series() {
    return series;
  }

  /** Names of the figures that may be greater. */
  List<String> lowerBounds() {
    return lowerBounds;
  }

  Optional<Double> figure(Figure figure) {
    return Optional.ofNullable(figures.get(figure.path()));
  }

  void put(Figure figure, double value) {
    figures.put(figure.path(), value);
  }

  /** Of a figure that it has: it may be greater. */
  void mayBeGreater(Figure figure) {
    lowerBounds.add(figure.path());
  }

  void put(Figure figure, long value) {
    put(figure, (double) value);
  }

  void put(CellSeries kind, List<Double> values) {
    if (!values.isEmpty()) {
      series.put(kind.key(), values);
    }
  }

  /**
   * Of a run or of a load with its probe: the latencies are the probe's, all else the load's.
   *
   * @param broker that was measured
   */
  RunFigures of(ProbedRun.Results results, Broker broker) {
    RunResult main = results.main();
    RunResult timed = results.probe().orElse(main);
    for (Figure figure : FigureCatalogue.all()) {
      boolean missing = results.load().isEmpty() && OF_LOAD.contains(figure.group());
      if (!missing && (main.scenario().connectsOnly() || !figure.ofConnecting())) {
        RunResult run = figure.group().equals("latency") ? timed : main;
        figure.in(run).ifPresent(value -> put(figure, value));
        if (figure.isLowerBound(run) || isPace(figure, run)) {
          mayBeGreater(figure);
        }
      }
    }
    if (results.probe().isPresent()) {
      timed
          .latency()
          .find(LatencyKind.END_TO_END)
          .ifPresent(latency -> put(CellSeries.LATENCY, samples(latency)));
    }
    if (!main.scenario().connectsOnly()) {
      put(CellSeries.CPU, cpu(main.timeline()));
      put(CellSeries.MEMORY, memory(main, broker));
    }
    return this;
  }

  /**
   * Whether it is a rate of connects that is the pace at which clients came, or nearly. It is not
   * where they queued: then the busiest second had those that came in others, too.
   */
  private static boolean isPace(Figure figure, RunResult run) {
    return PACED.contains(figure.path())
        && WAIT.in(run).orElse(0) < MOST_WAIT_NANOS
        && run.scenario()
            .session()
            .connectRate()
            .filter(due -> figure.in(run).orElse(0) >= ALL_CAME * due.perSecond())
            .isPresent();
  }

  /** Each latency that was recorded, in ascending order, to the histogram's precision of 0.1 %. */
  static List<Double> samples(LatencySummary latency) {
    List<Double> samples = new ArrayList<>();
    for (HistogramIterationValue value : latency.toHistogram().recordedValues()) {
      for (long i = 0; i < value.getCountAddedInThisIterationStep(); i++) {
        samples.add(value.getValueIteratedTo() / NANOS_PER_MILLI);
      }
    }
    return samples;
  }

  /** None where too many are unknown: those are the seconds of little CPU. */
  static List<Double> cpu(List<TimelineInterval> timeline) {
    List<TimelineInterval> seen =
        timeline.stream()
            .filter(second -> second.phase() == TimelineInterval.Part.STEADY)
            .filter(second -> second.brokerRssBytes().isPresent())
            .toList();
    List<Double> known =
        seen.stream()
            .filter(second -> second.brokerCpuPercentOfCore().isPresent())
            .map(second -> second.brokerCpuPercentOfCore().getAsDouble())
            .toList();
    return seen.size() - known.size() > MOST_UNKNOWN * seen.size() ? List.of() : known;
  }

  private static List<Double> memory(RunResult run, Broker broker) {
    return run.timeline().stream()
        .filter(second -> second.phase() == TimelineInterval.Part.STEADY)
        .flatMap(second -> memory(second, broker).stream().boxed())
        .map(Long::doubleValue)
        .toList();
  }

  /** As {@link BrokerFigures#memoryBytes} has it. */
  private static OptionalLong memory(TimelineInterval second, Broker broker) {
    OptionalLong heap =
        broker.reportsLiveHeap()
            ? second.brokerMetrics().orElse(BrokerMetrics.NONE).heapBytes()
            : OptionalLong.empty();
    return heap.isPresent() ? heap : second.brokerRssBytes();
  }

  /** What the runs' verdicts say against them. */
  static CellCaveats caveats(ProbedRun.Results results) {
    CellCaveats load = results.load().map(RunFigures::caveats).orElse(CellCaveats.NONE);
    CellCaveats probe = results.probe().map(RunFigures::caveats).orElse(CellCaveats.NONE);
    return load.and(probe.prefixed("probe: "));
  }

  private static CellCaveats caveats(RunResult run) {
    CellCaveats caveats = verdict(run);
    for (ThresholdCheck threshold : ThresholdCheck.of(run)) {
      if (threshold.isCrossed()) {
        caveats =
            caveats.and(
                CellCaveats.ofThreshold(
                    threshold.threshold().toString(),
                    threshold.measured() + ", " + threshold.margin()));
      }
    }
    return caveats;
  }

  private static CellCaveats verdict(RunResult run) {
    Verdict verdict = run.verdict();
    if (verdict.status() == Verdict.Status.OK && verdict.complete()) {
      return CellCaveats.NONE;
    }
    String status = verdict.complete() ? verdict.status().name() : "INCOMPLETE";
    String why = verdict.reasons().isEmpty() ? "" : verdict.reasons().get(0);
    return verdict.complete() && verdict.isInvalid()
        ? CellCaveats.ofMeasurement(status, why)
        : CellCaveats.of(status, why);
  }
}
