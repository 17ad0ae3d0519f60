package io.brokerbench.core.storm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * What many clients do in the steady state, from its first instant on.
 *
 * @param kind what they do
 * @param every from one client to the next; zero or absent for all at once
 * @param orderly share of the clients that leave in an orderly way instead, so that nothing is owed
 *     for them; only with wills, absent for {@value #USUAL_ORDERLY}
 */
public record Storm(
    @JsonPropertyDescription("What the clients do: RETAINED, WILL, SILENCE, TAKEOVER or RECONNECT.")
        StormKind kind,
    @JsonPropertyDescription(
            "Time from one client of the storm to the next, such as 10ms; 0s for all at once.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> every,
    @JsonPropertyDescription(
            "Share of the clients that leave in an orderly way, so that no will is owed for them"
                + " (default: 0.1).")
        @Bounds(max = 1)
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Double> orderly) {

  /** Share of the clients that leave in an orderly way where nothing else is given. */
  public static final double USUAL_ORDERLY = 0.1;

  /** Values that each topic has had by the time that the subscribers come; the last one stays. */
  public static final int RETAINED_VALUES = 2;

  /** Longest time from one client to the next. */
  private static final Duration MAX_EVERY = Duration.ofHours(1);

  /** Checks the limits. */
  public Storm {
    if (kind == null) {
      throw new DefinitionException(
          "storm needs a kind: RETAINED, WILL, SILENCE, TAKEOVER or RECONNECT");
    }
    every = every == null ? Optional.empty() : every;
    orderly = orderly == null ? Optional.empty() : orderly;
    if (orderly.isPresent() && !kind.isOfWills()) {
      throw new DefinitionException("storm.orderly", "only with WILL or SILENCE", orderly.get());
    }
    if (orderly.filter(share -> !(share >= 0 && share < 1)).isPresent()) {
      throw new DefinitionException("storm.orderly", "0 to below 1", orderly.get());
    }
    every
        .filter(given -> given.isNegative() || given.compareTo(MAX_EVERY) > 0)
        .ifPresent(
            given -> {
              throw new DefinitionException(
                  "storm.every",
                  "at least 0s and at most " + Durations.format(MAX_EVERY),
                  Durations.format(given));
            });
  }

  /** A storm of clients that come all at once. */
  public static Storm of(StormKind kind) {
    return new Storm(kind, Optional.empty(), Optional.empty());
  }

  /** The same with clients that are due one after the other. */
  public Storm oneEvery(Duration distance) {
    return new Storm(kind, Optional.of(distance), orderly);
  }

  /** When a client is due, from the start of the steady state. */
  public long offsetNanos(int client) {
    return every.map(Duration::toNanos).orElse(0L) * client;
  }

  /**
   * From when a client acts until what is owed for it is due: with SILENCE the time after which a
   * broker has to give up the client (3.1.2.10 of MQTT), else nothing.
   */
  public Duration delay(Duration keepAlive) {
    return kind == StormKind.SILENCE ? keepAlive.multipliedBy(3).dividedBy(2) : Duration.ZERO;
  }

  /** How many messages each publisher sends in the whole run; the load's rate says when. */
  public long messagesOfEach() {
    return kind == StormKind.RETAINED ? RETAINED_VALUES : 0;
  }

  /** Number of the one message of each publisher that is owed, from 0. */
  public long owedSequence() {
    return kind == StormKind.RETAINED ? RETAINED_VALUES - 1 : 0;
  }

  /**
   * Whether a client leaves in an orderly way. They are spread evenly; the first one does not.
   *
   * @param client its number, from 0
   */
  public boolean isOrderly(int client) {
    double share = kind.isOfWills() ? orderly.orElse(USUAL_ORDERLY) : 0;
    return Math.floor((client + 1) * share + 1e-9) > Math.floor(client * share + 1e-9);
  }
}
