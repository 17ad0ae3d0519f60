package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.core.base.DefinitionException;
import java.util.Arrays;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a figure must not be: {@code p99>5ms}. A run whose figure is so fails, whatever its verdict.
 *
 * @param figure path of the figure, the end of one, or its title, as docs/figures.md has them
 * @param comparison how the figure must not compare with the limit
 * @param limit with its unit
 */
public record Threshold(String figure, Comparison comparison, String limit) {

  private static final Pattern FORM =
      Pattern.compile("\\s*([^<>\\s][^<>]*?)\\s*([<>]=?)\\s*(\\S.*?)\\s*");

  /** How a figure compares with a limit. */
  public enum Comparison {
    ABOVE(">"),
    AT_LEAST(">="),
    BELOW("<"),
    AT_MOST("<=");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    /** Whether a value is so. */
    public boolean holds(double value, double limit) {
      return switch (this) {
        case ABOVE -> value > limit;
        case AT_LEAST -> value >= limit;
        case BELOW -> value < limit;
        case AT_MOST -> value <= limit;
      };
    }

    /** In words, before the limit: {@code above}. */
    public String words() {
      return switch (this) {
        case ABOVE -> "above";
        case AT_LEAST -> "at or above";
        case BELOW -> "below";
        case AT_MOST -> "at or below";
      };
    }

    /** Whether it is so for values that are too high. */
    public boolean upward() {
      return this == ABOVE || this == AT_LEAST;
    }
  }

  /** Checks that nothing is missing. */
  public Threshold {
    Objects.requireNonNull(figure, "figure");
    Objects.requireNonNull(comparison, "comparison");
    Objects.requireNonNull(limit, "limit");
  }

  /**
   * Reads one.
   *
   * @throws DefinitionException if the text is not of that form
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Threshold parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new DefinitionException(
          "thresholds", "a figure, one of < <= > >=, and a limit, such as p99>5ms", text);
    }
    Comparison comparison =
        Arrays.stream(Comparison.values())
            .filter(each -> each.sign.equals(matcher.group(2)))
            .findFirst()
            .orElseThrow();
    return new Threshold(matcher.group(1), comparison, matcher.group(3));
  }

  /** As it is written. */
  @JsonValue
  @Override
  public String toString() {
    return figure + comparison.sign + limit;
  }
}
