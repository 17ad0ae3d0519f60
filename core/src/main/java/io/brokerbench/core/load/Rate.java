package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.core.scenario.DefinitionException;

/**
 * Messages per second, over all publishers together.
 *
 * @param perSecond more than 0, at most 100 million
 */
public record Rate(@JsonValue double perSecond) {

  /** Highest rate that can be asked for. */
  public static final double MAX_PER_SECOND = 100e6;

  /** Checks the limits. */
  @JsonCreator
  public Rate {
    if (!(perSecond > 0 && perSecond <= MAX_PER_SECOND)) {
      throw new DefinitionException(
          "rate", "more than 0 and at most 100 000 000 messages per second", text(perSecond));
    }
  }

  /** A rate. */
  public static Rate perSecond(double perSecond) {
    return new Rate(perSecond);
  }

  @Override
  public String toString() {
    return text(perSecond);
  }

  private static String text(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
