package io.brokerbench.experiment.search;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What a step says of its rate.
 *
 * @param outcome in a word
 * @param reason why, in words and figures; empty where the rate was sustained
 * @param stoppedAfter load that had been offered when the step was cut short, because it could only
 *     fail; absent where it went to its end
 * @param evidence what shows that the broker was the limit; absent where nothing does
 */
public record StepVerdict(
    StepOutcome outcome,
    String reason,
    Optional<Duration> stoppedAfter,
    Optional<String> evidence) {

  /** The words for it. */
  public enum StepOutcome {
    /** The criterion was kept. */
    SUSTAINED("sustained"),
    /** The broker did not keep up. */
    BROKER_LIMITED("broker limited"),
    /** The broker used more CPU than the criterion allows. */
    BROKER_CPU("broker CPU"),
    /** The broker provably broke the contract, by more than the criterion allows. */
    CONTRACT_BROKEN("contract broken"),
    /** A latency was above the criterion's limit. */
    LATENCY("latency"),
    /** The link to the broker was full. */
    NETWORK_LIMITED("network limited"),
    /** The tool could not send on schedule: the step says nothing about the broker. */
    GENERATOR_LIMITED("generator limited"),
    /** Other work held up the broker or the tool: the step says nothing about the broker. */
    DISTURBED("disturbed"),
    /** The run broke off. */
    FAILED("failed"),
    /** It was stopped: the step says nothing. */
    INTERRUPTED("interrupted");

    private final String title;

    StepOutcome(String title) {
      this.title = title;
    }

    /** As people read it. */
    public String title() {
      return title;
    }
  }

  /** Checks that all is there. */
  public StepVerdict {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(stoppedAfter, "stoppedAfter");
    Objects.requireNonNull(evidence, "evidence");
  }

  /** Without evidence against the broker. */
  public StepVerdict(StepOutcome outcome, String reason, Optional<Duration> stoppedAfter) {
    this(outcome, reason, stoppedAfter, Optional.empty());
  }

  /** The criterion was kept. */
  public static StepVerdict sustained() {
    return new StepVerdict(StepOutcome.SUSTAINED, "", Optional.empty());
  }

  /** The same with what shows that the broker was the limit. */
  public StepVerdict shownBy(Optional<String> found) {
    return new StepVerdict(outcome, reason, stoppedAfter, found);
  }

  /** It was not, and the step went to its end. */
  public static StepVerdict of(StepOutcome outcome, String reason) {
    return new StepVerdict(outcome, reason, Optional.empty());
  }
}
