package io.brokerbench.core.gate;

import java.util.OptionalInt;

/**
 * The experiment can't tell.
 *
 * @param evidence that there is
 * @param reason in words
 * @param repetitionsNeeded of each side, which would probably tell; absent where no sensible number
 *     would
 */
public record Inconclusive(Evidence evidence, String reason, OptionalInt repetitionsNeeded)
    implements GateOutcome {

  @Override
  public Decision decision() {
    return Decision.INCONCLUSIVE;
  }
}
