package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * A fault that is done to the active node of the broker on purpose, or to each node in turn.
 *
 * @param kind what is done
 * @param at when, from the start of the steady state
 * @param healAfter when it is undone, from the fault; absent for never
 * @param every from one node's fault to the next one's; absent where the active node alone has one
 */
public record Fault(
    @JsonPropertyDescription("Fault of the broker's active node during the run.") FaultKind kind,
    @JsonPropertyDescription(
            "When the fault comes, from the start of the part that counts (default: after a third"
                + " of it).")
        Duration at,
    @JsonPropertyDescription("When the fault is undone, from the fault (default: never).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> healAfter,
    @JsonPropertyDescription(
            "Do the fault to each node in turn, this long after the one before (default: to the"
                + " active node alone).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> every) {

  private static final String HEAL_AFTER = "conditions.fault.healAfter";

  /** Checks that there is a kind and an instant. */
  public Fault {
    if (kind == null) {
      throw new DefinitionException("fault needs a kind: KILL, STOP, CUT, PARTITION or COMMAND");
    }
    requireNotNegative("fault.at", at);
    healAfter = healAfter == null ? Optional.empty() : healAfter;
    healAfter.ifPresent(after -> requireNotNegative("fault.healAfter", after));
    every = every == null ? Optional.empty() : every;
    if (every.isPresent()) {
      requireTurns(kind, healAfter, every.get());
    }
  }

  /** A fault of the active node alone. */
  public Fault(FaultKind kind, Duration at, Optional<Duration> healAfter) {
    this(kind, at, healAfter, Optional.empty());
  }

  /** What a command does may undo itself; of the others no node would be left. */
  private static void requireTurns(FaultKind kind, Optional<Duration> healAfter, Duration every) {
    requireNotNegative("every", every);
    if (healAfter.isEmpty() && kind != FaultKind.COMMAND) {
      throw DefinitionException.naming(
          "every", "only with %s, or no node would be left", Durations.format(every), HEAL_AFTER);
    }
    if (every.isZero() || healAfter.filter(after -> after.compareTo(every) >= 0).isPresent()) {
      throw DefinitionException.naming(
          "every", "longer than %s, and than 0s", Durations.format(every), HEAL_AFTER);
    }
  }

  private static void requireNotNegative(String field, Duration value) {
    if (value == null || value.isNegative() || value.compareTo(Phases.MAX) > 0) {
      throw new DefinitionException(
          field,
          "between 0s and " + Durations.format(Phases.MAX),
          value == null ? "missing" : Durations.format(value));
    }
  }
}
