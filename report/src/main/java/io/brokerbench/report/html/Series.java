package io.brokerbench.report.html;

import java.util.List;
import java.util.Objects;

/**
 * One line of a chart.
 *
 * @param name as the legend calls it
 * @param values one for each place on the x axis; {@code NaN} where there is none
 * @param style how it is drawn
 * @param counts whether its values say something; else it is drawn without a colour
 */
public record Series(String name, List<Double> values, Style style, boolean counts) {

  /** How a series is drawn. */
  public enum Style {
    /** A line; points where they are far apart. */
    LINE,
    /** A line that goes on over places without a value. */
    JOINED,
    /** Points alone. */
    POINTS,
    /** A bar for each place, from 0 on: a histogram. */
    BARS,
    /** The same value everywhere: the most that there was, say. */
    LEVEL
  }

  /** Copies the list. */
  public Series {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(style, "style");
    values = List.copyOf(values);
  }

  /** One whose values count. */
  public Series(String name, List<Double> values, Style style) {
    this(name, values, style, true);
  }

  /** A line. */
  public static Series line(String name, List<Double> values) {
    return new Series(name, values, Style.LINE);
  }

  /** Whether there is anything to draw. */
  public boolean hasValues() {
    return values.stream().anyMatch(value -> !value.isNaN());
  }
}
