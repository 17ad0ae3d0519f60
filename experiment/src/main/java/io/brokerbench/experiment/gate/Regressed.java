package io.brokerbench.experiment.gate;

/**
 * The whole interval lies beyond the tolerance, and does so too after the correction for several
 * metrics.
 *
 * @param evidence on what it rests
 */
public record Regressed(Evidence evidence) implements GateOutcome {

  @Override
  public Decision decision() {
    return Decision.REGRESSED;
  }
}
