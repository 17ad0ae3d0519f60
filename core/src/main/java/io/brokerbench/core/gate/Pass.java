package io.brokerbench.core.gate;

/**
 * The worse end of the interval lies within the tolerance.
 *
 * @param evidence on which that rests
 */
public record Pass(Evidence evidence) implements GateOutcome {

  @Override
  public Decision decision() {
    return Decision.PASS;
  }
}
