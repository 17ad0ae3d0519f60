package io.brokerbench.core.base;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 500us}, {@code 250ms}, {@code 10s}, {@code 1.5m}, {@code
 * 2h}.
 *
 * <p>What {@link #format} writes, {@link #parse} reads as the same duration, to the nanosecond.
 */
public final class Durations {

  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,19})?) ?(ns|us|ms|s|m|h|d)");
  private static final Pattern BARE = Pattern.compile("[0-9]{1,19}(?:\\.[0-9]{1,19})?");
  private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final String[] COARSE_UNITS = {"d", "h", "m", "s", "ms", "us"};

  /** Longest part of a run, such as its steady state. */
  public static final Duration LONGEST = Duration.ofDays(7);

  private Durations() {}

  /**
   * Reads a duration, rounded to nanoseconds.
   *
   * @throws DefinitionException if it is not of this form, or over 106751 days
   */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (BARE.matcher(text.strip()).matches()) {
      throw new DefinitionException(
          "duration",
          "a number with a unit (ns, us, ms, s, m, h, d); did you mean %ss?"
              .formatted(text.strip()),
          text);
    }
    if (!matcher.matches()) {
      throw new DefinitionException(
          "duration", "a number with a unit (ns, us, ms, s, m, h, d), such as 500ms or 10s", text);
    }
    BigDecimal nanos =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(nanosOf(matcher.group(2))))
            .setScale(0, RoundingMode.HALF_UP);
    if (nanos.compareTo(MAX_NANOS) > 0) {
      throw new DefinitionException("duration", "the most is 106751d", text);
    }
    return Duration.ofNanos(nanos.longValueExact());
  }

  /**
   * Writes a duration in the largest unit that needs no fraction; one that {@link #parse} would
   * refuse as too long, in whole seconds.
   */
  public static String format(Duration duration) {
    if (duration.abs().compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
      return duration.toSeconds() + "s";
    }
    long nanos = duration.toNanos();
    if (nanos == 0) {
      return "0s";
    }
    for (String unit : COARSE_UNITS) {
      long size = nanosOf(unit);
      if (nanos % size == 0) {
        return nanos / size + unit;
      }
    }
    return nanos + "ns";
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
