package io.brokerbench.core.engine.stage;

import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.RunResult.WarmUp;
import io.brokerbench.core.scenario.Phases;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.CpuUsage;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Finds when a warm-up may end: once nothing gets better any more. Belongs to the rig's thread.
 *
 * <p>The last {@value #WINDOW} seconds are compared with as many before them, by their medians: the
 * deliveries per second, the median end-to-end latency, the CPU of the broker and of the tool. A
 * broker whose code is being compiled, or which works off what waited meanwhile, gets better in one
 * of them. One that gets worse does not warm up: it falls behind, which is for the steady state to
 * show. What waits in a broker that keeps up is delivered first. A JVM may fall behind evenly until
 * its code is compiled, so it has {@value #PATIENCE_SECONDS} seconds to catch up.
 */
final class WarmUpWatch {

  /** Seconds that are compared with as many before them. */
  static final int WINDOW = 5;

  /** How long a broker that is a JVM may fall behind before that is how it is. */
  static final int PATIENCE_SECONDS = 30;

  /** By how much deliveries may differ from what was owed in a window, and still be all of it. */
  private static final double KEEPING_UP = 0.02;

  /** A backlog of more load than this is delivered first by a broker that keeps up. */
  private static final double LEFT_OVER_SECONDS = 0.1;

  /** By how much deliveries or CPU may get better and still count as settled. */
  static final double RATE_TOLERANCE = 0.05;

  /** The same for the median latency, which scatters more from second to second. */
  static final double LATENCY_TOLERANCE = 0.2;

  /** How far ahead the steady state is announced at least: a lane may be busy. */
  private static final long LEAST_LEAD_NANOS = 500_000_000;

  private static final long SECOND = 1_000_000_000;

  /** A median latency that gets better by less is as good as it will be. */
  static final double LATENCY_RESOLUTION_NANOS = 100_000;

  private final Phases phases;
  private final int fanOut;
  private final boolean jvm;
  private final TreeMap<Integer, Second> seconds = new TreeMap<>();
  private final boolean storm;
  private boolean prepared;
  private WarmUp.End end = WarmUp.End.LIMIT;

  /** What is known of one second; what is not known yet, or at all, is empty. */
  private record Second(
      OptionalDouble owed,
      OptionalDouble received,
      double waiting,
      OptionalDouble latencyNanos,
      OptionalDouble brokerCores,
      OptionalDouble toolCores) {

    static final Second UNKNOWN =
        new Second(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty());
  }

  /**
   * A watch on the warm-up of one run.
   *
   * @param jvm whether the broker's code is compiled while it runs
   */
  WarmUpWatch(Scenario scenario, boolean jvm) {
    this.phases = scenario.phases();
    this.fanOut = scenario.topology().fanOut();
    this.jvm = jvm;
    this.storm = scenario.stormOfMessages().isPresent();
  }

  /** What was delivered in a second that has all its parts. */
  void delivered(IntervalSample complete) {
    Second known = known(complete.second());
    OptionalDouble median =
        complete.endToEnd().getTotalCount() == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of((double) complete.endToEnd().getValueAtPercentile(50));
    seconds.put(
        complete.second(),
        new Second(
            OptionalDouble.of(complete.sent() * (double) fanOut),
            OptionalDouble.of((double) complete.received()),
            complete.owedMinusMade(),
            median,
            known.brokerCores,
            known.toolCores));
  }

  /** What a second cost. */
  void used(int second, Optional<CpuUsage> broker, Optional<CpuUsage> tool) {
    Second known = known(second);
    seconds.put(
        second,
        new Second(
            known.owed,
            known.received,
            known.waiting,
            known.latencyNanos,
            cores(broker),
            cores(tool)));
  }

  private Second known(int second) {
    return seconds.getOrDefault(second, Second.UNKNOWN);
  }

  private static OptionalDouble cores(Optional<CpuUsage> usage) {
    return usage
        .filter(CpuUsage::isKnown)
        .map(known -> OptionalDouble.of(known.cores()))
        .orElse(OptionalDouble.empty());
  }

  /** Before a storm: whether the broker has all that it is to have by then. */
  void prepared(boolean all) {
    prepared = all;
  }

  /**
   * Whether nothing gets better any more, and the least warm-up is over; before a storm, whether
   * all is prepared for it.
   */
  boolean isSettled() {
    if (storm) {
      return prepared && phases.settles();
    }
    if (seconds.isEmpty() || !phases.settles()) {
      return false;
    }
    int end = lastComplete() + 1;
    boolean waits = known(end - 1).waiting > median(end, Second::owed) * LEFT_OVER_SECONDS;
    return end >= Math.max(2 * WINDOW, phases.warmUp().toSeconds())
        && (fallsBehind(end) ? !jvm || end >= PATIENCE_SECONDS : !waits)
        && !rises(end, Second::received, RATE_TOLERANCE)
        && !falls(end, Second::brokerCores, RATE_TOLERANCE, 0)
        && !falls(end, Second::toolCores, RATE_TOLERANCE, 0)
        && !falls(end, Second::latencyNanos, LATENCY_TOLERANCE, LATENCY_RESOLUTION_NANOS);
  }

  private boolean fallsBehind(int end) {
    return median(end, Second::received) < median(end, Second::owed) * (1 - KEEPING_UP);
  }

  /**
   * The last second of which deliveries are known: what it cost is known by then, or not at all.
   */
  private int lastComplete() {
    return seconds.descendingMap().entrySet().stream()
        .filter(second -> second.getValue().received.isPresent())
        .mapToInt(Map.Entry::getKey)
        .findFirst()
        .orElse(-1);
  }

  private boolean rises(int end, Function<Second, OptionalDouble> figure, double tolerance) {
    double before = median(end - WINDOW, figure);
    double now = median(end, figure);
    return now > before * (1 + tolerance);
  }

  private boolean falls(
      int end, Function<Second, OptionalDouble> figure, double tolerance, double resolution) {
    double before = median(end - WINDOW, figure);
    double now = median(end, figure);
    return now < before * (1 - tolerance) && before - now > resolution;
  }

  /** Of a window that ends before a second; not a number where nothing is known. */
  private double median(int end, Function<Second, OptionalDouble> figure) {
    return Median.withDefaults()
        .evaluate(
            seconds.subMap(end - WINDOW, end).values().stream()
                .map(figure)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray());
  }

  /**
   * When the steady state is to begin, once the broker has settled: at a whole second of the run,
   * as the timeline has it, before which all lanes can know. Empty before that, and after it was
   * asked once.
   *
   * @param now on the run's clock
   * @param leadNanos how far ahead it must lie
   */
  OptionalLong steadyStart(RunTimes planned, long now, long leadNanos) {
    if (end != WarmUp.End.LIMIT || !isSettled()) {
      return OptionalLong.empty();
    }
    end = !storm && fallsBehind(lastComplete() + 1) ? WarmUp.End.BEHIND : WarmUp.End.SETTLED;
    long announced = now + Math.max(leadNanos, LEAST_LEAD_NANOS) - planned.start();
    long at = planned.start() + (announced / SECOND + 1) * SECOND;
    return at - planned.steadyStart() < 0 ? OptionalLong.of(at) : OptionalLong.empty();
  }

  /**
   * How the warm-up ended.
   *
   * @param times of the run as they came to be
   */
  WarmUp result(RunTimes times) {
    return new WarmUp(
        (times.steadyStart() - times.start()) / 1_000_000,
        phases.settles() ? end : WarmUp.End.GIVEN);
  }
}
