package io.brokerbench.experiment.search;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a search found.
 *
 * @param complete whether it went to its end; false when it was stopped, broke off or ran out of
 *     steps
 * @param sustainablePerSecond highest rate that was sustained; absent where none was
 * @param confirmations full steady windows over which that rate was sustained
 * @param notConfirmed why the rate is not confirmed; absent where it is, or none was sustained
 * @param interval in which the limit lies; absent where nothing was sustained
 * @param limitedBy what was in the way of the next higher rate
 * @param reason the same in words and figures
 * @param steps in the order in which they were run
 */
public record SearchFindings(
    boolean complete,
    OptionalDouble sustainablePerSecond,
    int confirmations,
    Optional<String> notConfirmed,
    Optional<RateInterval> interval,
    LimitedBy limitedBy,
    String reason,
    List<SearchStep> steps) {

  /** What keeps a rate from being higher. */
  public enum LimitedBy {
    /** The broker, and the step that failed shows it. */
    BROKER,
    /** The criterion's limit on the broker's CPU or on a latency. */
    CRITERION,
    /** The tool: the broker sustains at least the rate found. */
    GENERATOR,
    /** The link to the broker, likewise. */
    NETWORK,
    /** Other work on the machine, which held up the broker or the tool, likewise. */
    DISTURBED,
    /** The highest rate that was to be tried, likewise. */
    UPPER_RATE,
    /** It is not known: the search ended early, or the step that failed does not show it. */
    UNKNOWN;

    /** Whether the rate found is the most that the broker sustains by the criterion. */
    public boolean isBrokers() {
      return this == BROKER || this == CRITERION;
    }

    /** Whether the steps that failed say nothing about the broker. */
    public boolean isInvalid() {
      return this == GENERATOR || this == NETWORK || this == DISTURBED;
    }
  }

  /** Checks that all is there. */
  public SearchFindings {
    Objects.requireNonNull(sustainablePerSecond, "sustainablePerSecond");
    Objects.requireNonNull(notConfirmed, "notConfirmed");
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(limitedBy, "limitedBy");
    Objects.requireNonNull(reason, "reason");
    steps = List.copyOf(steps);
  }
}
