package io.brokerbench.experiment.search;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The criterion: what a rate has to keep to count as sustained.
 *
 * <p>Whatever the limits say, sends have to be on schedule, the backlog must not grow all the time,
 * and the QoS contract has to be kept as far as {@code mostLostPercent} does not allow for less.
 *
 * @param name {@code report} or {@code successor}; with {@code +limits} where limits were added
 * @param mostLostPercent most deliveries that may be missing after the drain, in percent of those
 *     owed
 * @param meanBelow limit of the mean end-to-end latency, such as 500ms
 * @param p50Below limit of its median
 * @param p99Below limit of its 99th percentile
 * @param cpuBelowPercent limit of the broker's CPU, in percent of all cores that it can use
 * @param kneePercents shares of the rate found at which further steps show the knee
 */
@RecordBuilder
public record SustainProfile(
    String name,
    double mostLostPercent,
    Optional<Duration> meanBelow,
    Optional<Duration> p50Below,
    Optional<Duration> p99Below,
    OptionalDouble cpuBelowPercent,
    List<Integer> kneePercents) {

  /** Nothing lost, the backlog not growing, sends on schedule. */
  public static final SustainProfile REPORT =
      new SustainProfile(
          "report",
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalDouble.empty(),
          List.of());

  /** The same, a mean latency below 500 ms, and no more than 85 % of the CPU. */
  public static final SustainProfile SUCCESSOR =
      new SustainProfile(
          "successor",
          0,
          Optional.of(Duration.ofMillis(500)),
          Optional.empty(),
          Optional.empty(),
          OptionalDouble.of(85),
          List.of(50, 75, 85, 95, 100));

  private static final String WITH_LIMITS = "+limits";

  /** Checks the limits. */
  public SustainProfile {
    kneePercents = List.copyOf(kneePercents);
    if (!(mostLostPercent >= 0 && mostLostPercent <= 100)) {
      throw new DefinitionException("loss", "between 0 and 100 %", mostLostPercent);
    }
    requireMore("meanBelow", meanBelow);
    requireMore("p50Below", p50Below);
    requireMore("p99Below", p99Below);
    if (cpuBelowPercent.isPresent()
        && !(cpuBelowPercent.getAsDouble() > 0 && cpuBelowPercent.getAsDouble() <= 100)) {
      throw new DefinitionException(
          "cpuBelow", "more than 0 and at most 100 %", cpuBelowPercent.getAsDouble());
    }
  }

  /** The profile of a name. */
  public static Optional<SustainProfile> of(String name) {
    return List.of(REPORT, SUCCESSOR).stream().filter(p -> p.name().equals(name)).findFirst();
  }

  /** The same with another limit of loss. */
  public SustainProfile withMostLostPercent(double percent) {
    return limited().mostLostPercent(percent).build();
  }

  /** The same with another limit of the mean. */
  public SustainProfile withMeanBelow(Duration limit) {
    return limited().meanBelow(Optional.of(limit)).build();
  }

  /** The same with another limit of the median. */
  public SustainProfile withP50Below(Duration limit) {
    return limited().p50Below(Optional.of(limit)).build();
  }

  /** The same with another limit of the 99th percentile. */
  public SustainProfile withP99Below(Duration limit) {
    return limited().p99Below(Optional.of(limit)).build();
  }

  /** The same with another limit of the broker's CPU. */
  public SustainProfile withCpuBelowPercent(double percent) {
    return limited().cpuBelowPercent(OptionalDouble.of(percent)).build();
  }

  private SustainProfileBuilder limited() {
    return SustainProfileBuilder.builder(this)
        .name(name.endsWith(WITH_LIMITS) ? name : name + WITH_LIMITS);
  }

  private static void requireMore(String field, Optional<Duration> limit) {
    if (limit.isPresent() && (limit.get().isZero() || limit.get().isNegative())) {
      throw new DefinitionException(field, "more than 0s", Durations.format(limit.get()));
    }
  }
}
