package io.brokerbench.report.html;

import io.brokerbench.core.statistics.BoxPlot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * An axis of a chart.
 *
 * @param label what it shows
 * @param quantity of its values
 * @param logarithmic whether equal ratios take equal room; values of 0 and less have no place then
 * @param fromZero whether an upward axis that is not logarithmic begins at 0
 * @param least where it begins; what is below stands at its edge. {@code NaN} where the values say
 *     it
 * @param most where it ends, likewise
 */
public record Axis(
    String label,
    Quantity quantity,
    boolean logarithmic,
    boolean fromZero,
    double least,
    double most) {

  /** Values that leave less than this share of an axis to most of them squeeze them. */
  private static final double SQUEEZED = 1.0 / 3;

  private static final double MARGIN = 0.03;

  /** Checks that all is there. */
  public Axis {
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(quantity, "quantity");
  }

  /** One on which equal differences take equal room. */
  public static Axis linear(String label, Quantity quantity) {
    return new Axis(label, quantity, false, true, Double.NaN, Double.NaN);
  }

  /** One on which equal differences take equal room, only as long as its values require. */
  public static Axis close(String label, Quantity quantity) {
    return new Axis(label, quantity, false, false, Double.NaN, Double.NaN);
  }

  /** One on which equal ratios take equal room. */
  public static Axis logarithmic(String label, Quantity quantity) {
    return new Axis(label, quantity, true, false, Double.NaN, Double.NaN);
  }

  /** The same from one value to another. */
  public Axis within(double from, double to) {
    return new Axis(label, quantity, logarithmic, fromZero, from, to);
  }

  /**
   * The same for values of which a few may lie so far from the others that these would share less
   * than a third of it. It then ends soon after the last value that is no outlier of their box
   * plot.
   *
   * @param values that it shows
   * @param kept a value that it holds in any case; {@code NaN} for none
   */
  public Axis aroundMost(List<Double> values, double kept) {
    List<Double> known = values.stream().filter(value -> !value.isNaN()).toList();
    if (known.isEmpty()) {
      return this;
    }
    BoxPlot plot = BoxPlot.of(known);
    List<Double> usual = new ArrayList<>(known);
    usual.removeAll(plot.outliers());
    if (!Double.isNaN(kept)) {
      usual.add(kept);
    }
    double lower = Collections.min(usual);
    double upper = Collections.max(usual);
    boolean above = upper - plot.min() < (plot.max() - plot.min()) * SQUEEZED;
    double to = above ? upper : plot.max();
    boolean below = to - lower < (to - plot.min()) * SQUEEZED;
    double from = below ? lower : plot.min();
    double margin = (to - from) * MARGIN;
    return (above || below) && from < to
        ? within(below ? from - margin : from, above ? to + margin : to)
        : this;
  }

  /** Whether a value stands at an edge, as it lies beyond. */
  public boolean isBeyond(double value) {
    return value < least || value > most;
  }
}
