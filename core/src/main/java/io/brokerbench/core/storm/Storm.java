package io.brokerbench.core.storm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * What many clients do in the steady state, from its first instant on.
 *
 * @param kind what they do
 * @param every from one client to the next; absent for all at once
 */
public record Storm(
    @JsonPropertyDescription("What the clients do: RETAINED.") StormKind kind,
    @JsonPropertyDescription(
            "Time from one client of the storm to the next, such as 10ms (default: all at once).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> every) {

  /** Values that each topic has had by the time that the subscribers come; the last one stays. */
  public static final int RETAINED_VALUES = 2;

  /** Longest time from one client to the next. */
  private static final Duration MAX_EVERY = Duration.ofHours(1);

  /** Checks the limits. */
  public Storm {
    if (kind == null) {
      throw new DefinitionException("storm needs a kind: RETAINED");
    }
    every = every == null ? Optional.empty() : every;
    every
        .filter(given -> given.isNegative() || given.isZero() || given.compareTo(MAX_EVERY) > 0)
        .ifPresent(
            given -> {
              throw new DefinitionException(
                  "storm.every",
                  "more than 0s and at most " + Durations.format(MAX_EVERY),
                  Durations.format(given));
            });
  }

  /** A storm of clients that come all at once. */
  public static Storm of(StormKind kind) {
    return new Storm(kind, Optional.empty());
  }

  /** When a client is due, from the start of the steady state. */
  public long offsetNanos(int client) {
    return every.map(Duration::toNanos).orElse(0L) * client;
  }

  /** How many messages each publisher sends in the whole run; the load's rate says when. */
  public long messagesOfEach() {
    return RETAINED_VALUES;
  }
}
