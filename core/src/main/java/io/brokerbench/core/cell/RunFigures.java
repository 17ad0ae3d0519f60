package io.brokerbench.core.cell;

import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.HistogramIterationValue;

/** The figures and samples of a cell's runs. docs/studies.md has their names. */
public final class RunFigures {

  public static final String LATENCY = "latencyMillis";
  public static final String CPU = "cpuPercentOfCore";
  static final String MEMORY = "memoryBytes";

  private static final String STEADY = "steady";
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<String, Double> figures = new LinkedHashMap<>();
  private final Map<String, List<Double>> series = new LinkedHashMap<>();

  Map<String, Double> figures() {
    return figures;
  }

  Map<String, List<Double>> series() {
    return series;
  }

  Optional<Double> figure(String name) {
    return Optional.ofNullable(figures.get(name));
  }

  void put(String name, double value) {
    figures.put(name, value);
  }

  void put(String name, long value) {
    figures.put(name, (double) value);
  }

  void put(String name, List<Double> values) {
    if (!values.isEmpty()) {
      series.put(name, values);
    }
  }

  /** Of a run or of a load with its probe. */
  RunFigures of(ProbedRun.Results results) {
    RunResult main = results.main();
    main.brokerUsage().ifPresent(this::usage);
    results.load().ifPresent(this::load);
    Optional<RunResult> probe = results.probe();
    LatencySummary latency = probe.orElse(main).latency().endToEnd();
    if (latency.count() > 0) {
      latency(latency);
    }
    if (probe.isPresent()) {
      put(LATENCY, samples(latency));
      put(CPU, cpu(main));
      put(MEMORY, memory(main));
    }
    if (main.scenario().connectsOnly()) {
      put("connectsPerSecond", main.connections().perSecond());
    }
    return this;
  }

  private void load(RunResult run) {
    put("sentPerSecond", run.throughput().sentPerSecond());
    put("receivedPerSecond", run.throughput().receivedPerSecond());
    Messages messages = run.messages();
    put("lost", messages.lost());
    put("undelivered", messages.undelivered());
    put("unacknowledged", messages.unacknowledged());
    put("duplicated", messages.duplicated());
    put("misdelivered", messages.misdelivered());
    put("damaged", messages.damaged());
    put("backlogHighWaterMark", run.backlog().highWaterMark());
  }

  private void usage(BrokerUsage usage) {
    put("brokerCpuPercentOfCore", usage.cpuPercentOfCore());
    put("brokerCpuPercentOfSystem", usage.cpuPercentOfSystem());
    put("brokerPeakRssBytes", usage.peakRssBytes());
  }

  private void latency(LatencySummary latency) {
    put("latencyMeanMillis", latency.meanNanos() / NANOS_PER_MILLI);
    put("latencyP50Millis", latency.p50Nanos() / NANOS_PER_MILLI);
    put("latencyP99Millis", latency.p99Nanos() / NANOS_PER_MILLI);
    put("latencyMaxMillis", latency.maxNanos() / NANOS_PER_MILLI);
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

  private static List<Double> cpu(RunResult run) {
    return run.timeline().stream()
        .filter(second -> second.phase().equals(STEADY))
        .filter(second -> second.brokerCpuPercentOfCore().isPresent())
        .map(second -> second.brokerCpuPercentOfCore().getAsDouble())
        .toList();
  }

  private static List<Double> memory(RunResult run) {
    return run.timeline().stream()
        .filter(second -> second.phase().equals(STEADY))
        .flatMap(second -> memory(run, second).stream().boxed())
        .map(Long::doubleValue)
        .toList();
  }

  /** As {@link BrokerFigures#memoryBytes} has it. */
  private static OptionalLong memory(RunResult run, TimelineInterval second) {
    OptionalLong heap =
        BrokerFigures.countsAllocations(run.broker())
            ? second.brokerMetrics().orElse(BrokerMetrics.NONE).heapBytes()
            : OptionalLong.empty();
    return heap.isPresent() ? heap : second.brokerRssBytes();
  }

  /** What the runs' verdicts say against them. */
  static Doubts doubts(ProbedRun.Results results) {
    Doubts load = results.load().map(RunFigures::doubts).orElse(Doubts.NONE);
    Doubts probe = results.probe().map(RunFigures::doubts).orElse(Doubts.NONE);
    return load.and(probe.prefixed("probe: "));
  }

  private static Doubts doubts(RunResult run) {
    Verdict verdict = run.verdict();
    if (verdict.status() == Verdict.Status.OK && verdict.complete()) {
      return Doubts.NONE;
    }
    String status = verdict.complete() ? verdict.status().name() : "INCOMPLETE";
    String text = verdict.reasons().isEmpty() ? status : status + ": " + verdict.reasons().get(0);
    return verdict.complete() && verdict.isInvalid() ? Doubts.ofMeasurement(text) : Doubts.of(text);
  }
}
