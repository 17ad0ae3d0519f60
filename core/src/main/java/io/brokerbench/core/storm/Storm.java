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
 * @param stay how long a client stays that comes and goes; only with churn, absent for a second
 * @param slow which consumers are slow, and how; only with {@code SLOW}, absent for the usual ones
 */
public record Storm(
    @JsonPropertyDescription(
            "What the clients do: RETAINED, WILL, SILENCE, TAKEOVER, RECONNECT, CHURN or SLOW.")
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
        Optional<Double> orderly,
    @JsonPropertyDescription("How long a client stays that comes and goes (default: 1s).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> stay,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<SlowConsumers> slow) {

  /** How long a client stays where nothing else is given. */
  public static final Duration USUAL_STAY = Duration.ofSeconds(1);

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
          "storm needs a kind: RETAINED, WILL, SILENCE, TAKEOVER, RECONNECT, CHURN or SLOW");
    }
    every = every == null ? Optional.empty() : every;
    orderly = orderly == null ? Optional.empty() : orderly;
    stay = stay == null ? Optional.empty() : stay;
    slow = slow == null ? Optional.empty() : slow;
    if (slow.isPresent() && kind != StormKind.SLOW) {
      throw new DefinitionException("storm.slow", "only with SLOW", kind);
    }
    if (stay.isPresent() && kind != StormKind.CHURN) {
      throw new DefinitionException("storm.stay", "only with CHURN", Durations.format(stay.get()));
    }
    if (stay.filter(length -> length.isNegative() || length.compareTo(MAX_EVERY) > 0).isPresent()) {
      throw new DefinitionException(
          "storm.stay",
          "at least 0s and at most " + Durations.format(MAX_EVERY),
          Durations.format(stay.get()));
    }
    if (kind == StormKind.CHURN && every.filter(Storm::isDistance).isEmpty()) {
      throw new DefinitionException("storm.every", "1us or more with CHURN", "0s");
    }
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
    return new Storm(kind, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** A storm of consumers that are slow from its first instant on. */
  public static Storm slow(SlowConsumers which) {
    return new Storm(
        StormKind.SLOW, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(which));
  }

  /** The same with clients that are due one after the other. */
  public Storm oneEvery(Duration distance) {
    return new Storm(kind, Optional.of(distance), orderly, stay, slow);
  }

  /** A storm of clients that come one after the other and go again. */
  public static Storm churn(Duration every) {
    return new Storm(
        StormKind.CHURN, Optional.of(every), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static boolean isDistance(Duration every) {
    return every.compareTo(Duration.ofNanos(1_000)) >= 0;
  }

  /** How long a client stays that comes and goes. */
  public Duration visit() {
    return stay.orElse(USUAL_STAY);
  }

  /** The consumers that are slow in it; empty in other storms. */
  public Optional<SlowConsumers> slowConsumers() {
    return kind == StormKind.SLOW
        ? Optional.of(slow.orElse(SlowConsumers.USUAL))
        : Optional.empty();
  }

  /**
   * How many clients come and go in a steady state of a given length: the last of them leaves
   * before its end.
   */
  public int visitors(Duration steady) {
    return kind == StormKind.CHURN
        ? (int) Math.max(0, steady.minus(visit()).dividedBy(every.orElseThrow()))
        : 0;
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

  /**
   * Checks that the steady state is longer than the storm and what follows it.
   *
   * @param quietPeriod in which what is still missing may come
   */
  public void requireWithin(
      Duration steady, Duration quietPeriod, Duration keepAlive, int publishers, int consumers) {
    int clients =
        switch (kind) {
          case WILL, SILENCE -> publishers;
          case RETAINED, TAKEOVER -> consumers;
          case RECONNECT -> publishers + consumers;
          case CHURN -> 1;
          case SLOW -> slowConsumers().orElseThrow().count(consumers);
        };
    Duration after =
        switch (kind) {
          case RETAINED, WILL, SILENCE -> delay(keepAlive);
          case TAKEOVER, RECONNECT -> quietPeriod;
          case CHURN -> visit();
          case SLOW -> Duration.ZERO;
        };
    if (kind == StormKind.SLOW && clients == 0) {
      throw new DefinitionException(
          "storm.slow.share",
          "enough for one of %d consumers".formatted(consumers),
          slowConsumers().orElseThrow().share().orElse(SlowConsumers.USUAL_SHARE));
    }
    if (kind == StormKind.SILENCE && keepAlive.isZero()) {
      throw new DefinitionException("keepAlive", "more than 0s with the storm SILENCE", "0s");
    }
    if (kind == StormKind.CHURN && visitors(steady) == 0) {
      throw new DefinitionException(
          "storm.every",
          "shorter than the steady state without storm.stay, or no client comes",
          Durations.format(every.orElseThrow()));
    }
    Duration last = Duration.ofNanos(offsetNanos(clients - 1));
    if (last.plus(after).compareTo(steady) >= 0) {
      throw new DefinitionException(
          "phases.steady",
          "longer than the storm: the last of %d clients is due after %s, and %s follow"
              .formatted(clients, Durations.format(last), Durations.format(after)),
          Durations.format(steady));
    }
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
