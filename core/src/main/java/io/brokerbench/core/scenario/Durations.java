package io.brokerbench.core.scenario;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500us}, {@code 250ms}, {@code 10s}, {@code 1.5m}, {@code
 * 2h}.
 */
public final class Durations {

  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s|m|h|d)");

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @throws DefinitionException if it is not of this form
   */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text.trim());
    if (!matcher.matches()) {
      throw new DefinitionException(
          "duration", "a number with a unit (ns, us, ms, s, m, h, d), such as 500ms or 10s", text);
    }
    double nanos = Double.parseDouble(matcher.group(1)) * nanosOf(matcher.group(2));
    if (nanos > Long.MAX_VALUE / 2.0) {
      throw new DefinitionException("duration", "too long", text);
    }
    return Duration.ofNanos(Math.round(nanos));
  }

  /** Writes a duration in the largest unit that needs no fraction. */
  public static String format(Duration duration) {
    long nanos = duration.toNanos();
    for (String unit : new String[] {"d", "h", "m", "s", "ms", "us"}) {
      long size = nanosOf(unit);
      if (nanos != 0 && nanos % size == 0) {
        return nanos / size + unit;
      }
    }
    return nanos == 0 ? "0s" : nanos + "ns";
  }

  private static long nanosOf(String unit) {
    return switch (unit) {
      case "ns" -> 1L;
      case "us" -> 1_000L;
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "h" -> 3_600_000_000_000L;
      case "d" -> 86_400_000_000_000L;
      default -> throw new IllegalArgumentException(unit);
    };
  }
}
