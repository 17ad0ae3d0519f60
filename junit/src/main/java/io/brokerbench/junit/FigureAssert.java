package io.brokerbench.junit;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.Unit;
import java.time.Duration;

/**
 * What has to hold of one figure of a run; each method leads back to the run. Limits are in the
 * figure's unit: times in nanoseconds, memory in bytes, CPU in cores, shares from 0 to 1.
 */
public final class FigureAssert {

  private final RunAssert run;
  private final Figure figure;
  private final double value;
  private final boolean isLowerBound;
  private final String detail;

  /**
   * Of a value.
   *
   * @param isLowerBound whether it may be more, as messages are missing
   * @param detail what helps to understand it; may be empty
   */
  FigureAssert(RunAssert run, Figure figure, double value, boolean isLowerBound, String detail) {
    this.run = run;
    this.figure = figure;
    this.value = value;
    this.isLowerBound = isLowerBound;
    this.detail = detail.isEmpty() ? "" : " (" + detail + ")";
  }

  /** It is less than this. */
  public RunAssert isBelow(double limit) {
    return check(value < limit && !isLowerBound, "below", limit);
  }

  /** It is this or less. */
  public RunAssert isAtMost(double limit) {
    return check(value <= limit && !isLowerBound, "at most", limit);
  }

  /** It is this or more. */
  public RunAssert isAtLeast(double limit) {
    return check(value >= limit, "at least", limit);
  }

  /** It is more than this. */
  public RunAssert isAbove(double limit) {
    return check(value > limit, "above", limit);
  }

  /** It is a time that is less than this. */
  public RunAssert isBelow(Duration limit) {
    return isBelow(nanos(limit));
  }

  /** It is a time of this or less. */
  public RunAssert isAtMost(Duration limit) {
    return isAtMost(nanos(limit));
  }

  /** It is a time of this or more. */
  public RunAssert isAtLeast(Duration limit) {
    return isAtLeast(nanos(limit));
  }

  /** It is a time that is more than this. */
  public RunAssert isAbove(Duration limit) {
    return isAbove(nanos(limit));
  }

  private double nanos(Duration limit) {
    if (figure.unit() != Unit.NANOS) {
      throw new IllegalArgumentException(figure.path() + " is not a time; use a number");
    }
    return limit.toNanos();
  }

  private RunAssert check(boolean holds, String order, double limit) {
    if (!holds) {
      run.fail(
          "fails: %s is %s, and should be %s %s%s"
              .formatted(figure.path(), shown(), order, text(limit), detail));
    }
    return run;
  }

  private String shown() {
    String text = figure.unit().text(value);
    return isLowerBound ? text + " or more, as messages are missing" : text;
  }

  /** Times have all the digits that were given. */
  private String text(double limit) {
    return figure.unit() == Unit.NANOS
        ? AssertionText.limit(Math.round(limit))
        : figure.unit().text(limit);
  }
}
