package io.brokerbench.core.engine.judge;

import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.drift.DriftKind;
import io.brokerbench.core.drift.Trend;
import io.brokerbench.core.engine.stage.HeldResources;
import io.brokerbench.core.load.ProfileLoad;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The series of a run in blocks: sixty of them, of at least ten seconds each, as seconds depend on
 * their neighbours. Nothing is done to the broker on purpose in such a run, and its load is steady.
 *
 * <p>A block's value is the median of its seconds; of costs per message, what was used in it by
 * what was sent in it; of the heap, the least after any collection in it, as what a collection of
 * the young generation leaves rises until the next full one.
 */
final class DriftSeries {

  private static final int BLOCKS = 60;
  private static final int LEAST_SECONDS = 10;
  private static final double NANOS_PER_PERCENT_SECOND = 1e7;
  private static final Median MEDIAN = Median.withDefaults();

  private final List<TimelineInterval> steady;
  private final IntFunction<HeldResources> held;
  private final int blockSeconds;

  private DriftSeries(List<TimelineInterval> steady, IntFunction<HeldResources> held) {
    this.steady = steady;
    this.held = held;
    this.blockSeconds = Math.max(LEAST_SECONDS, steady.size() / BLOCKS);
  }

  /**
   * What changed over the steady state.
   *
   * @param sharesBroker whether other runs load the broker at the same time, so that what they do
   *     shows here
   * @param held in each second of the run, by its number
   * @return empty where it was too short, or not meant to be steady
   */
  static Optional<Drift> of(
      Scenario scenario,
      boolean sharesBroker,
      List<TimelineInterval> timeline,
      IntFunction<HeldResources> held) {
    List<TimelineInterval> steady =
        timeline.stream()
            .filter(second -> second.phase() == TimelineInterval.Part.STEADY)
            .filter(second -> second.lengthMillis() == 1_000)
            .toList();
    boolean changes =
        sharesBroker
            || scenario.conditions().fault().isPresent()
            || scenario.session().absentFraction() > 0
            || scenario.slowConsumers().isPresent()
            || scenario.workload().load() instanceof RampLoad
            || scenario.workload().load() instanceof ProfileLoad
            || scenario.workload().onOff().isPresent();
    return changes || steady.size() < Drift.LEAST_STEADY.toSeconds()
        ? Optional.empty()
        : Optional.of(new DriftSeries(steady, held).drift());
  }

  private Drift drift() {
    Map<DriftKind, Trend> trends = new EnumMap<>(DriftKind.class);
    for (DriftKind kind : DriftKind.values()) {
      Trend.of(blocks(kind)).ifPresent(trend -> trends.put(kind, trend));
    }
    return new Drift(trends);
  }

  private List<Trend.Block> blocks(DriftKind kind) {
    List<Trend.Block> blocks = new ArrayList<>();
    for (int from = 0; from + blockSeconds <= steady.size(); from += blockSeconds) {
      List<TimelineInterval> block = steady.subList(from, from + blockSeconds);
      value(kind, block)
          .ifPresent(value -> blocks.add(new Trend.Block(middleSeconds(block), value)));
    }
    return blocks;
  }

  private double middleSeconds(List<TimelineInterval> block) {
    long end = block.get(block.size() - 1).startMillis() + 1_000;
    return (block.get(0).startMillis() + end) / 2e3 - steady.get(0).startMillis() / 1e3;
  }

  private OptionalDouble value(DriftKind kind, List<TimelineInterval> block) {
    return switch (kind) {
      case BROKER_RSS -> median(block, TimelineInterval::brokerRssBytes);
      case BROKER_DESCRIPTORS -> median(block, second -> held(second).broker().descriptors());
      case BROKER_THREADS -> median(block, second -> held(second).broker().threads());
      case BROKER_CPU -> cpuPerMessage(block, TimelineInterval::brokerCpuPercentOfCore);
      case GENERATOR_RSS -> median(block, second -> held(second).ownRssBytes());
      case GENERATOR_HEAP -> values(block, second -> held(second).ownHeapBytes()).min();
      case GENERATOR_DESCRIPTORS -> median(block, second -> held(second).own().descriptors());
      case GENERATOR_THREADS -> median(block, second -> held(second).own().threads());
      case GENERATOR_CPU -> cpuPerMessage(block, TimelineInterval::generatorCpuPercentOfCore);
      case END_TO_END_P50 -> median(block, TimelineInterval::endToEndP50Nanos);
      case END_TO_END_P99 -> median(block, TimelineInterval::endToEndP99Nanos);
    };
  }

  private HeldResources held(TimelineInterval second) {
    return held.apply((int) (second.startMillis() / 1_000));
  }

  private static DoubleStream values(
      Collection<TimelineInterval> block, Function<TimelineInterval, OptionalLong> of) {
    return block.stream().map(of).flatMapToLong(OptionalLong::stream).asDoubleStream();
  }

  /** Empty where less than half of the seconds have a value. */
  private static OptionalDouble median(
      List<TimelineInterval> block, Function<TimelineInterval, OptionalLong> of) {
    double[] values = values(block, of).toArray();
    return values.length * 2 < block.size()
        ? OptionalDouble.empty()
        : OptionalDouble.of(MEDIAN.evaluate(values));
  }

  private static OptionalDouble cpuPerMessage(
      List<TimelineInterval> block, Function<TimelineInterval, OptionalDouble> percentOfCore) {
    List<TimelineInterval> known =
        block.stream().filter(second -> percentOfCore.apply(second).isPresent()).toList();
    long sent = known.stream().mapToLong(TimelineInterval::sent).sum();
    double percent =
        known.stream().mapToDouble(second -> percentOfCore.apply(second).getAsDouble()).sum();
    return known.size() * 2 < block.size() || sent == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(percent * NANOS_PER_PERCENT_SECOND / sent);
  }
}
