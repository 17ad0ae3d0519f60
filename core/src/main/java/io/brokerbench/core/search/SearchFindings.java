package io.brokerbench.core.search;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a search found.
 *
 * @param complete whether it went to its end; false when it was stopped or broke off
 * @param sustainablePerSecond highest rate that was sustained; absent where none was
 * @param confirmations full steady windows over which that rate was sustained
 * @param interval in which the limit lies; absent where nothing was sustained
 * @param limitedBy what was in the way of the next higher rate
 * @param reason the same in words and figures
 * @param steps in the order in which they were run
 */
public record SearchFindings(
    boolean complete,
    OptionalDouble sustainablePerSecond,
    int confirmations,
    Optional<RateInterval> interval,
    LimitedBy limitedBy,
    String reason,
    List<SearchStep> steps) {

  /** What keeps a rate from being higher. */
  public enum LimitedBy {
    /** The broker, or the criterion's limit on its CPU or latency. */
    BROKER,
    /** The tool: the broker sustains at least the rate found. */
    GENERATOR,
    /** The link to the broker, likewise. */
    NETWORK,
    /** The highest rate that was to be tried, likewise. */
    UPPER_RATE,
    /** The search ended before it was known. */
    UNKNOWN
  }

  /** Checks that all is there. */
  public SearchFindings {
    Objects.requireNonNull(sustainablePerSecond, "sustainablePerSecond");
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(limitedBy, "limitedBy");
    Objects.requireNonNull(reason, "reason");
    steps = List.copyOf(steps);
  }
}
