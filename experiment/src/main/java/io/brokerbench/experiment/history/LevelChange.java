package io.brokerbench.experiment.history;

import io.brokerbench.core.base.Bounds;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A change of a figure's level.
 *
 * @param build number of the first build of the new level
 * @param direction whether it is for the better or for the worse
 * @param before mean of the builds from the change before, or the first build, to this change
 * @param after mean of the builds from this change to the next one, or the last build
 * @param change of the mean as a share of what it was: 0.1 for 10 % more; absent where it was 0
 * @param p chance of such a difference, had nothing changed
 */
public record LevelChange(
    @Bounds(min = 2) int build,
    Direction direction,
    double before,
    double after,
    @Bounds(min = -1) OptionalDouble change,
    @Bounds(max = 1) double p) {

  /** Which way a level went. */
  public enum Direction {
    BETTER,
    WORSE
  }

  /** Checks that all is there. */
  public LevelChange {
    Objects.requireNonNull(direction, "direction");
    Objects.requireNonNull(change, "change");
  }
}
