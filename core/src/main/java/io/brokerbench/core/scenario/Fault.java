package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * A fault that is done to the active node of the broker on purpose.
 *
 * @param kind what is done
 * @param at when, from the start of the steady state
 * @param healAfter when it is undone, from the fault; absent for never
 */
public record Fault(
    @JsonPropertyDescription("Fault of the broker's active node during the run.") FaultKind kind,
    @JsonPropertyDescription(
            "When the fault comes, from the start of the part that counts (default: after a third"
                + " of it).")
        Duration at,
    @JsonPropertyDescription("When the fault is undone, from the fault (default: never).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Duration> healAfter) {

  /** Checks that there is a kind and an instant. */
  public Fault {
    if (kind == null) {
      throw new DefinitionException("fault needs a kind: KILL, STOP or CUT");
    }
    requireNotNegative("fault.at", at);
    healAfter = healAfter == null ? Optional.empty() : healAfter;
    healAfter.ifPresent(after -> requireNotNegative("fault.healAfter", after));
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
