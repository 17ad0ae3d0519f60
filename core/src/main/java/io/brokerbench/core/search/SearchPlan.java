package io.brokerbench.core.search;

import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.DefinitionException;

/**
 * Where a search begins and when it ends. Rates are messages per second of all publishers together.
 *
 * @param fromPerSecond rate of the first step; should lie below what the broker sustains
 * @param toPerSecond highest rate that is tried
 * @param within greatest distance between the highest rate that was sustained and the lowest that
 *     was not, as a share of the former: 0.02 is 2 %
 * @param confirmations full steady windows that the found rate has to sustain
 * @param maxSteps most steps, confirmations included; those of the knee curve come on top
 */
public record SearchPlan(
    double fromPerSecond, double toPerSecond, double within, int confirmations, int maxSteps) {

  /** How close the bracket gets unless asked otherwise. */
  public static final double USUAL_WITHIN = 0.02;

  /** Most steps unless asked otherwise. */
  public static final int USUAL_MAX_STEPS = 20;

  /** Checks the limits. */
  public SearchPlan {
    requireRate("from", fromPerSecond);
    requireRate("to", toPerSecond);
    if (toPerSecond < fromPerSecond) {
      throw new DefinitionException(
          "to", "at least where the search begins, " + Rate.perSecond(fromPerSecond), toPerSecond);
    }
    if (!(within >= 0.001 && within <= 0.5)) {
      throw new DefinitionException("within", "between 0.1 and 50 %", within * 100);
    }
    if (confirmations < 0 || confirmations > 100) {
      throw new DefinitionException("confirm", "between 0 and 100", confirmations);
    }
    if (maxSteps <= confirmations || maxSteps > 1_000) {
      throw new DefinitionException(
          "max-steps", "more than the confirmations, and at most 1000", maxSteps);
    }
  }

  /** The usual search from a rate on, upwards without a limit. */
  public static SearchPlan from(double perSecond) {
    return new SearchPlan(perSecond, Rate.MAX_PER_SECOND, USUAL_WITHIN, 1, USUAL_MAX_STEPS);
  }

  private static void requireRate(String field, double perSecond) {
    if (!(perSecond > 0 && perSecond <= Rate.MAX_PER_SECOND)) {
      throw new DefinitionException(
          field, "more than 0 and at most 100 000 000 messages per second", perSecond);
    }
  }
}
