package io.brokerbench.experiment.gate;

/**
 * The worse end of the interval lies within the tolerance.
 *
 * @param evidence on what it rests
 */
public record Pass(Evidence evidence) implements GateOutcome {

  @Override
  public Decision decision() {
    return Decision.PASS;
  }
}
