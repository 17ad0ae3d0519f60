package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import java.math.BigDecimal;

/**
 * Messages per second, over all publishers together.
 *
 * @param perSecond more than 0, at most 100 million
 */
public record Rate(@Bounds(minExclusive = true, max = Rate.MAX_PER_SECOND) double perSecond) {

  /** Highest rate that can be asked for. */
  public static final double MAX_PER_SECOND = 100e6;

  /** Checks the limits. */
  public Rate {
    if (!(perSecond > 0 && perSecond <= MAX_PER_SECOND)) {
      throw new DefinitionException(
          "rate", "more than 0 and at most 100 000 000 per second", text(perSecond));
    }
  }

  /** A rate. */
  public static Rate perSecond(double perSecond) {
    return new Rate(perSecond);
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Rate ofNumber(Number perSecond) {
    return new Rate(perSecond.doubleValue());
  }

  /** As people write it: without an exponent, and without a fraction where there is none. */
  @Override
  public String toString() {
    return text(perSecond);
  }

  /** As documents have it: a number written like {@link #toString}, where that is not too long. */
  @JsonValue
  Number toNumber() {
    if (isWhole(perSecond)) {
      return (long) perSecond;
    }
    return perSecond < 1e-3 ? (Number) perSecond : BigDecimal.valueOf(perSecond);
  }

  private static String text(double value) {
    if (isWhole(value)) {
      return Long.toString((long) value);
    }
    return Math.abs(value) >= 1e-3 && Math.abs(value) < 1e15
        ? BigDecimal.valueOf(value).toPlainString()
        : Double.toString(value);
  }

  private static boolean isWhole(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15;
  }
}
