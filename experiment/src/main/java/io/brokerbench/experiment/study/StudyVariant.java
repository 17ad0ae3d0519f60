package io.brokerbench.experiment.study;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.cell.CellPlan;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One row of a study's matrix.
 *
 * @param scenario what is done, by which variants are grouped: variants of one scenario are
 *     compared
 * @param variant what is different about it
 * @param x where it lies on the study's axis; absent where there is none
 * @param plan what is measured
 */
public record StudyVariant(String scenario, String variant, OptionalDouble x, CellPlan plan) {

  private static final int MAX_NAME = 100;

  /** Checks the names. */
  public StudyVariant {
    requireName("scenario", scenario);
    requireName("variant", variant);
  }

  private static void requireName(String field, String name) {
    if (name.isBlank() || name.length() > MAX_NAME || name.chars().anyMatch(c -> c < ' ')) {
      throw new DefinitionException(field, "one line of 1 to " + MAX_NAME + " characters", name);
    }
  }

  /** A row without a place on an axis. */
  public StudyVariant(String scenario, String variant, CellPlan plan) {
    this(scenario, variant, OptionalDouble.empty(), plan);
  }

  /** The same, with further thresholds for its load; a row without a load has none. */
  StudyVariant withThresholds(List<Threshold> further) {
    return plan.load()
        .map(load -> plan.withLoad(load.andThresholds(further)))
        .map(checked -> new StudyVariant(scenario, variant, x, checked))
        .orElse(this);
  }
}
