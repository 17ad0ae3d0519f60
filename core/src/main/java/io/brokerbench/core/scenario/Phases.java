package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Optional;

/**
 * How long the parts of a run take.
 *
 * @param warmUp load that is not counted in rates and latencies, before the steady state; may be
 *     zero
 * @param warmUpLimit longest warm-up, which goes on until nothing improves any more; absent for one
 *     of a given length
 * @param steady the part that counts; more than zero
 * @param drainLimit longest wait for what is under way once sending has ended
 * @param quietPeriod how long nothing may arrive in the drain before what is missing counts as gone
 * @param connectLimit longest wait for all clients to connect, and again for all to subscribe
 */
@RecordBuilder
public record Phases(
    @JsonPropertyDescription("Load before the part that counts, such as 2s; the least of it.")
        Duration warmUp,
    @JsonPropertyDescription(
            "Maximum warm-up: it goes on until rates, latencies and CPU have settled, at most this"
                + " long (default: 60s; as long as warmUp where that is given).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> warmUpLimit,
    @JsonPropertyDescription("Length of the part that counts, such as 10s or 5m.") Duration steady,
    @JsonPropertyDescription(
            "Maximum drain time: how long to wait, after the last send, for what is still under"
                + " way.")
        Duration drainLimit,
    @JsonPropertyDescription(
            "What is missing at the end is lost once nothing has arrived for this long (default:"
                + " 5s).")
        Duration quietPeriod,
    @JsonPropertyDescription("Maximum time for all clients to connect, and again to subscribe.")
        Duration connectLimit)
    implements PhasesBuilder.With {

  /** The quiet period unless a scenario gives another. */
  public static final Duration QUIET_PERIOD = Duration.ofSeconds(5);

  /** Longest warm-up, steady state, drain or connect. */
  public static final Duration MAX = Durations.LONGEST;

  /** Checks the limits. */
  public Phases {
    requireBetween("warmUp", warmUp, Duration.ZERO);
    warmUpLimit = warmUpLimit == null ? Optional.empty() : warmUpLimit;
    requireBetween("warmUpLimit", warmUpLimit.orElse(warmUp), warmUp);
    requireBetween("steady", steady, Duration.ofMillis(100));
    requireBetween("drainLimit", drainLimit, Duration.ZERO);
    quietPeriod = quietPeriod == null ? QUIET_PERIOD : quietPeriod;
    requireBetween("quietPeriod", quietPeriod, Duration.ofMillis(10));
    requireBetween("connectLimit", connectLimit, Duration.ofMillis(1));
  }

  /** With a warm-up of one length, and the usual quiet period. */
  public Phases(Duration warmUp, Duration steady, Duration drainLimit, Duration connectLimit) {
    this(warmUp, Optional.empty(), steady, drainLimit, QUIET_PERIOD, connectLimit);
  }

  /** Whether the warm-up ends once the broker has settled, and not after a given time. */
  public boolean settles() {
    return longestWarmUp().compareTo(warmUp) > 0;
  }

  /** The limit of the warm-up where there is one, else its length. */
  public Duration longestWarmUp() {
    return warmUpLimit.orElse(warmUp);
  }

  /** From the first message to the end of the drain, at most. */
  public Duration longest() {
    return longestWarmUp().plus(steady).plus(drainLimit);
  }

  /** The same with a warm-up of a given length, and another steady state. */
  public Phases with(Duration fixedWarmUp, Duration newSteady) {
    return withWarmUpLimit(Optional.empty()).withWarmUp(fixedWarmUp).withSteady(newSteady);
  }

  /** The same with the least warm-up, whether or not the broker has settled by then. */
  public Phases withFixedWarmUp() {
    return withWarmUpLimit(Optional.empty());
  }

  private static void requireBetween(String field, Duration value, Duration least) {
    if (value == null || value.compareTo(least) < 0 || value.compareTo(MAX) > 0) {
      throw new DefinitionException(
          field,
          "between " + Durations.format(least) + " and " + Durations.format(MAX),
          value == null ? "missing" : Durations.format(value));
    }
  }
}
