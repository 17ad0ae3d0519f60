package io.brokerbench.core.metric;

import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.Messages;
import io.brokerbench.core.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The metrics of a run, and their values in one.
 *
 * <p>The tolerances are what a machine that isn't quiet can tell within the usual budget: tails of
 * distributions scatter most.
 */
public final class Metrics {

  public static final Metric THROUGHPUT = higher("throughput", "throughput", 0.05);
  static final Metric SUSTAINABLE = higher("throughput", "sustainable throughput", 0.05);
  public static final Metric P50 = latency("p50", "p50 end-to-end", 0.10);
  public static final Metric P99 = latency("p99", "p99 end-to-end", 0.20);
  public static final Metric P999 = latency("p99.9", "p99.9 end-to-end", 0.50);
  public static final Metric ACK_P50 = latency("ack-p50", "p50 acknowledge", 0.10);
  public static final Metric ACK_P99 = latency("ack-p99", "p99 acknowledge", 0.20);
  public static final Metric ACK_P999 = latency("ack-p99.9", "p99.9 acknowledge", 0.50);
  public static final Metric CPU = lower("cpu", "CPU per message", Unit.MICROS, 0.05);
  public static final Metric MEMORY = lower("memory", "peak memory", Unit.BYTES, 0.10);
  public static final Metric LOSS = lower(Metric.LOSS, "loss", Unit.SHARE, 0);
  static final Metric CONNECTS = higher("connects", "connects per second", 0.05);
  static final Metric CONNECT_P50 = latency("connect-p50", "p50 connect", 0.10);
  static final Metric CONNECT_P99 = latency("connect-p99", "p99 connect", 0.20);
  static final Metric CONNECT_CPU = lower("cpu", "CPU per connect", Unit.MICROS, 0.05);

  private static final List<Metric> OF_RUNS =
      List.of(
          THROUGHPUT,
          P50,
          P99,
          P999,
          ACK_P50,
          ACK_P99,
          ACK_P999,
          CPU,
          MEMORY,
          LOSS,
          CONNECTS,
          CONNECT_P50,
          CONNECT_P99);

  private Metrics() {}

  /** All that a run may have. */
  public static List<Metric> ofRuns() {
    return OF_RUNS;
  }

  /** Name of the metric by which a pair of runs is told first: the p99, or that of connects. */
  public static String headline(Map<Metric, Double> values) {
    return values.keySet().stream()
        .map(Metric::name)
        .filter(name -> name.equals(P99.name()) || name.equals(CONNECT_P99.name()))
        .findFirst()
        .orElse(THROUGHPUT.name());
  }

  /** The values of a run, for each metric that it has. */
  public static Map<Metric, Double> of(RunResult run) {
    Map<Metric, Double> values = new LinkedHashMap<>();
    if (run.scenario().connectsOnly()) {
      ofConnects(values, run);
    } else {
      ofMessages(values, run);
    }
    run.brokerUsage().map(BrokerUsage::peakRssBytes).ifPresent(b -> put(values, MEMORY, b));
    return values;
  }

  /**
   * The values of a run, with the rate that was found by a search in place of what the run itself
   * delivered.
   */
  public static Map<Metric, Double> of(RunResult run, double sustainablePerSecond) {
    Map<Metric, Double> values = ofSearch(sustainablePerSecond);
    Map<Metric, Double> atEqualLoad = of(run);
    atEqualLoad.remove(THROUGHPUT);
    values.putAll(atEqualLoad);
    return values;
  }

  /** The one value of a search. */
  public static Map<Metric, Double> ofSearch(double sustainablePerSecond) {
    Map<Metric, Double> values = new LinkedHashMap<>();
    put(values, SUSTAINABLE, sustainablePerSecond);
    return values;
  }

  private static void ofMessages(Map<Metric, Double> values, RunResult run) {
    put(values, THROUGHPUT, run.throughput().receivedPerSecond());
    percentiles(values, run.latency().endToEnd(), P50, P99, P999);
    Optional<LatencySummary> acknowledge = run.latency().acknowledge();
    acknowledge.ifPresent(a -> percentiles(values, a, ACK_P50, ACK_P99, ACK_P999));
    run.brokerUsage()
        .map(BrokerUsage::cpuMicrosPerMessage)
        .ifPresent(cost -> cost.ifPresent(micros -> put(values, CPU, micros)));
    Messages messages = run.messages();
    if (messages.expected() > 0) {
      values.put(LOSS, (double) messages.lost() / messages.expected());
    }
  }

  private static void ofConnects(Map<Metric, Double> values, RunResult run) {
    put(values, CONNECTS, run.connections().perSecond());
    put(values, CONNECT_P50, (double) run.latency().connect().p50Nanos());
    put(values, CONNECT_P99, (double) run.latency().connect().p99Nanos());
    run.connections()
        .brokerCpuMicrosPerConnect()
        .ifPresent(micros -> put(values, CONNECT_CPU, micros));
  }

  private static void percentiles(
      Map<Metric, Double> values, LatencySummary latency, Metric p50, Metric p99, Metric p999) {
    put(values, p50, (double) latency.p50Nanos());
    put(values, p99, (double) latency.p99Nanos());
    put(values, p999, (double) latency.p999Nanos());
  }

  /** What is zero wasn't measured: it has no ratio to anything. */
  private static void put(Map<Metric, Double> values, Metric metric, double value) {
    if (value > 0 && value < Double.POSITIVE_INFINITY) {
      values.put(metric, value);
    }
  }

  private static Metric higher(String name, String title, double tolerance) {
    return new Metric(name, title, Direction.HIGHER_IS_BETTER, Unit.PER_SECOND, tolerance);
  }

  private static Metric latency(String name, String title, double tolerance) {
    return lower(name, title, Unit.NANOS, tolerance);
  }

  private static Metric lower(String name, String title, Unit unit, double tolerance) {
    return new Metric(name, title, Direction.LOWER_IS_BETTER, unit, tolerance);
  }
}
