package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A load that comes and goes: on for a while, off for a while, and so on. While it is off, nothing
 * is due. While it is on, it goes on where it was, so that its rate is that of the load.
 *
 * @param on how long it is on, 1 ms or more
 * @param off how long it is off then, 1 ms or more
 * @param begin how long it is off before it is on for the first time; absent for zero
 */
public record OnOff(
    @JsonPropertyDescription("How long the load is on, such as 1s.") Duration on,
    @JsonPropertyDescription("How long it is off then.") Duration off,
    @JsonPropertyDescription("How long it is off before the first time (default: 0s).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> begin) {

  private static final Duration LEAST = Duration.ofMillis(1);

  /** Checks the limits. */
  public OnOff {
    requireBetween("on", on, LEAST);
    requireBetween("off", off, LEAST);
    begin = begin == null ? Optional.empty() : begin;
    requireBetween("begin", begin.orElse(Duration.ZERO), Duration.ZERO);
  }

  /** On at once. */
  public OnOff(Duration on, Duration off) {
    this(on, off, Optional.empty());
  }

  private static void requireBetween(String field, Duration value, Duration least) {
    Objects.requireNonNull(value, field);
    if (value.compareTo(least) < 0 || value.compareTo(Durations.LONGEST) > 0) {
      throw new DefinitionException(
          field,
          "between " + Durations.format(least) + " and " + Durations.format(Durations.LONGEST),
          Durations.format(value));
    }
  }

  /** From one beginning to the next. */
  public Duration cycle() {
    return on.plus(off);
  }

  /** Share of the time in which it is on. */
  public double share() {
    return (double) on.toNanos() / cycle().toNanos();
  }

  /**
   * Delays a schedule by the time that the load is off.
   *
   * @return an instance for use by one thread, if the other is
   */
  public ArrivalSchedule applyTo(ArrivalSchedule schedule) {
    long onNanos = on.toNanos();
    long offNanos = off.toNanos();
    long beginNanos = begin.orElse(Duration.ZERO).toNanos();
    return index -> {
      long offset = schedule.offsetNanos(index);
      return beginNanos + offset + offset / onNanos * offNanos;
    };
  }

  /**
   * When it is on the next time.
   *
   * @param offsetNanos after the start of sending, 0 or more
   * @return the same where it is on then, else when it will be on, likewise
   */
  public long nextOn(long offsetNanos) {
    long sinceBegin = offsetNanos - begin.orElse(Duration.ZERO).toNanos();
    if (sinceBegin < 0) {
      return offsetNanos - sinceBegin;
    }
    long inCycle = sinceBegin % cycle().toNanos();
    return inCycle < on.toNanos() ? offsetNanos : offsetNanos - inCycle + cycle().toNanos();
  }

  /**
   * For how long it has been on.
   *
   * @param offsetNanos after the start of sending, also before it
   */
  public long onNanos(long offsetNanos) {
    long sinceBegin = Math.max(0, offsetNanos - begin.orElse(Duration.ZERO).toNanos());
    long cycleNanos = cycle().toNanos();
    return sinceBegin / cycleNanos * on.toNanos() + Math.min(sinceBegin % cycleNanos, on.toNanos());
  }

  /**
   * When it begins to be on the next time.
   *
   * @param offsetNanos after the start of sending, 0 or more
   * @return the first beginning after that, likewise
   */
  public long nextBegin(long offsetNanos) {
    long sinceBegin = offsetNanos - begin.orElse(Duration.ZERO).toNanos();
    return sinceBegin < 0
        ? offsetNanos - sinceBegin
        : offsetNanos - sinceBegin % cycle().toNanos() + cycle().toNanos();
  }
}
