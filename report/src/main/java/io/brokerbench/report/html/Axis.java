package io.brokerbench.report.html;

import java.util.Objects;

/**
 * An axis of a chart.
 *
 * @param label what it shows
 * @param quantity of its values
 * @param logarithmic whether equal ratios take equal room; values of 0 and less have no place then
 * @param fromZero whether an upward axis that is not logarithmic begins at 0
 */
public record Axis(String label, Quantity quantity, boolean logarithmic, boolean fromZero) {

  /** Checks that all is there. */
  public Axis {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(quantity, "quantity");
  }

  /** One on which equal differences take equal room. */
  public static Axis linear(String label, Quantity quantity) {
    return new Axis(label, quantity, false, true);
  }

  /** One on which equal differences take equal room, only as long as its values require. */
  public static Axis close(String label, Quantity quantity) {
    return new Axis(label, quantity, false, false);
  }

  /** One on which equal ratios take equal room. */
  public static Axis logarithmic(String label, Quantity quantity) {
    return new Axis(label, quantity, true, false);
  }
}
