package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import java.util.OptionalInt;

/**
 * The experiment is inconclusive.
 *
 * @param evidence on what it rests
 * @param reason why it is inconclusive, in words
 * @param repetitionsNeeded repetitions of each side that would probably decide it; absent where no
 *     sensible number would
 */
public record Inconclusive(
    Evidence evidence, String reason, @Bounds(min = 1) OptionalInt repetitionsNeeded)
    implements GateOutcome {

  @Override
  public Decision decision() {
    return Decision.INCONCLUSIVE;
  }
}
