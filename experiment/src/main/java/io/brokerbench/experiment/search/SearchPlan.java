package io.brokerbench.experiment.search;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Scenario;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.OptionalDouble;

/**
 * Where a search begins and when it ends. Rates are messages per second of all publishers together.
 *
 * @param fromPerSecond rate of the first step; should lie below what the broker sustains
 * @param toPerSecond highest rate that is tried
 * @param within greatest distance between the highest rate that was sustained and the lowest that
 *     was not, as a share of the former: 0.02 is 2 %
 * @param confirmations full steady windows that the found rate has to sustain
 * @param maxSteps most steps, confirmations included; those of the knee curve come on top
 * @param leastPerSecond lowest rate that is tried, where nothing is sustained above it
 * @param repeats steps that are repeated as their failure may be bad luck; and how often in a row a
 *     step is repeated that other work on the machine disturbed
 */
@RecordBuilder
public record SearchPlan(
    double fromPerSecond,
    double toPerSecond,
    double within,
    int confirmations,
    int maxSteps,
    double leastPerSecond,
    @Bounds(max = SearchPlan.MOST_REPEATS) int repeats)
    implements SearchPlanBuilder.With {

  /** How close the bracket gets unless asked otherwise. */
  public static final double USUAL_WITHIN = 0.02;

  /** Most steps unless asked otherwise. */
  public static final int USUAL_MAX_STEPS = 20;

  private static final int USUAL_CONFIRMATIONS = 1;
  private static final double TENTH = 0.1;

  /** Repeated steps unless asked otherwise. */
  public static final int USUAL_REPEATS = 3;

  static final int MOST_REPEATS = 100;

  /** How far below its beginning a search looks unless asked otherwise. */
  private static final double USUAL_FLOOR = 1e-3;

  /** Checks the limits. */
  public SearchPlan {
    requireRate("from", fromPerSecond);
    requireRate("to", toPerSecond);
    requireRate("least", leastPerSecond);
    requireEnough("to", toPerSecond, leastPerSecond);
    requireEnough("from", fromPerSecond, leastPerSecond);
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
          "maxSteps", "more than the confirmations, and at most 1000", maxSteps);
    }
    if (repeats < 0 || repeats > MOST_REPEATS) {
      throw new DefinitionException("repeats", "between 0 and " + MOST_REPEATS, repeats);
    }
  }

  /** A plan that looks down to a thousandth of where it begins. */
  public SearchPlan(
      double fromPerSecond, double toPerSecond, double within, int confirmations, int maxSteps) {
    this(
        fromPerSecond,
        toPerSecond,
        within,
        confirmations,
        maxSteps,
        fromPerSecond * USUAL_FLOOR,
        USUAL_REPEATS);
  }

  /** The same, which goes no lower than to a rate. */
  public SearchPlan atLeast(double perSecond) {
    return withLeastPerSecond(Math.max(leastPerSecond, perSecond));
  }

  /**
   * The usual search of a scenario, which goes no lower than its windows allow.
   *
   * @param from rate of the first step; empty for a tenth of the scenario's
   * @param to highest rate that is tried
   */
  public static SearchPlan of(
      Scenario scenario, StepWindows windows, OptionalDouble from, double to) {
    double least = windows.leastPerSecond();
    double usual = Math.max(RigStepRunner.load(scenario).peakRate().perSecond() * TENTH, least);
    return new SearchPlan(
            from.orElse(Math.min(usual, to)),
            to,
            USUAL_WITHIN,
            USUAL_CONFIRMATIONS,
            USUAL_MAX_STEPS)
        .atLeast(least);
  }

  /** Most steps unless asked otherwise: one more for each confirmation after the first. */
  public static int usualMaxSteps(int confirmations) {
    return USUAL_MAX_STEPS + Math.max(0, confirmations - USUAL_CONFIRMATIONS);
  }

  /** The usual search from a rate on, upwards without a limit. */
  public static SearchPlan from(double perSecond) {
    return new SearchPlan(
        perSecond, Rate.MAX_PER_SECOND, USUAL_WITHIN, USUAL_CONFIRMATIONS, USUAL_MAX_STEPS);
  }

  private static void requireEnough(String field, double perSecond, double least) {
    if (perSecond < least) {
      throw new DefinitionException(
          field,
          "at least %s msg/s, as a probe window has to hold %d messages; a longer probe window allows less"
              .formatted(Rate.perSecond(least), StepWindows.LEAST_MESSAGES),
          perSecond);
    }
  }

  private static void requireRate(String field, double perSecond) {
    if (!(perSecond > 0 && perSecond <= Rate.MAX_PER_SECOND)) {
      throw new DefinitionException(
          field, "more than 0 and at most 100 000 000 messages per second", perSecond);
    }
  }
}
