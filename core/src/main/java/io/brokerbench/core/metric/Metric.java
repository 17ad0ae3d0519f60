package io.brokerbench.core.metric;

import io.brokerbench.core.base.DefinitionException;
import java.util.Objects;

/**
 * Something that is compared.
 *
 * @param name as options and documents call it: {@code p99}, {@code throughput}
 * @param title as reports call it
 * @param direction which way is good
 * @param unit of its values
 * @param tolerance by how much it may be worse unless said otherwise, as a share; for losses, the
 *     share of deliveries that may be lost beyond the baseline's
 */
public record Metric(String name, String title, Direction direction, Unit unit, double tolerance) {

  /** The name under which losses are compared, which is by counting. */
  public static final String LOSS = "loss";

  /** Checks the limits. */
  public Metric {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(direction, "direction");
    Objects.requireNonNull(unit, "unit");
    if (!(tolerance >= 0 && tolerance < 1_000)) {
      throw new DefinitionException(name, "a tolerance between 0% and 99999%", tolerance);
    }
    if (direction == Direction.HIGHER_IS_BETTER && tolerance >= 1) {
      throw new DefinitionException(
          name, "a tolerance below 100%, as nothing falls by more", tolerance * 100 + "%");
    }
  }

  /** The same with another tolerance. */
  public Metric withTolerance(double share) {
    return new Metric(name, title, direction, unit, share);
  }

  /** The same as a multiple of a reference's. */
  Metric asRatio() {
    return new Metric(name, title + " to the reference's", direction, Unit.OTHER, tolerance);
  }

  /** Whether it is compared by counting, as what is mostly zero has no ratio. */
  public boolean comparedByCounting() {
    return name.equals(LOSS);
  }

  /** The natural logarithm of how much worse the tolerance allows it to be. */
  public double margin() {
    return direction == Direction.LOWER_IS_BETTER ? Math.log1p(tolerance) : -Math.log1p(-tolerance);
  }

  /** Positive where the value to is worse than the value from. */
  double worsening(double from, double to) {
    double up = Math.log(to) - Math.log(from);
    return direction == Direction.LOWER_IS_BETTER ? up : -up;
  }

  /** The change as a share of the baseline: 0.1 for 10 % more. */
  public double change(double worsening) {
    return Math.expm1(direction == Direction.LOWER_IS_BETTER ? worsening : -worsening);
  }
}
