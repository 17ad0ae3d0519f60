package io.brokerbench.core.base;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/**
 * Figures as people read them: with a unit, in groups of three digits, and with no more digits than
 * they deserve.
 *
 * <p>Groups are set apart by U+202F, a thin space that does not break; {@link #plain} is for
 * outputs that do not have it.
 */
public final class NumberText {

  /** Between groups of three digits. */
  public static final char GROUP = '\u202f';

  /** Before a number of which more is known to be possible. */
  private static final String AT_LEAST = "\u2265";

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Digits of seconds: events that follow each other differ in the third. */
  private static final int SECONDS_DIGITS = 3;

  /** From here on, hours and minutes say more than minutes. */
  private static final Duration LONG = Duration.ofHours(2);

  private NumberText() {}

  /** The same text for an output that has neither thin spaces nor mathematical signs. */
  public static String plain(String text) {
    return text.replace(GROUP, ' ').replace(AT_LEAST, ">=");
  }

  /** A number of which more is known to be possible: {@code >= 120 000} in plain text. */
  public static String atLeast(String number) {
    return AT_LEAST + " " + number;
  }

  /** A count, to the last digit: {@code 120 000}. */
  public static String count(long value) {
    return grouped(Long.toString(value));
  }

  /** A count of things: {@code 1 lane}, {@code 1 250 publishers}, {@code 3 deliveries}. */
  public static String counted(long value, String thing) {
    return count(value) + " " + (value == 1 ? thing : plural(thing));
  }

  private static String plural(String thing) {
    return thing.matches(".*[^aeiou]y")
        ? thing.substring(0, thing.length() - 1) + "ies"
        : thing + "s";
  }

  /** Whole numbers of any length, with or without a sign. */
  private static String grouped(String whole) {
    boolean negative = whole.startsWith("-");
    String digits = negative ? whole.substring(1) : whole;
    StringBuilder grouped = new StringBuilder(negative ? "-" : "");
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        grouped.append(GROUP);
      }
      grouped.append(digits.charAt(i));
    }
    return grouped.toString();
  }

  /**
   * A value that a user chose, such as a rate, with all its digits: {@code 10 000}, {@code 0.5}.
   */
  public static String exact(double value) {
    return grouped(BigDecimal.valueOf(value).stripTrailingZeros());
  }

  /** A measured value: two significant digits below 100, three above. */
  public static String measured(double value) {
    if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
      return "?";
    }
    return value == 0 ? "0" : grouped(significant(value, Math.abs(value) < 99.5 ? 2 : 3));
  }

  /** A measured rate, with three significant digits: {@code 9 980}. */
  public static String rate(double perSecond) {
    return perSecond == 0 ? "0" : grouped(significant(perSecond, 3).stripTrailingZeros());
  }

  /** Memory: {@code 412 MB}, {@code 1.2 kB}, {@code 70 B}. */
  public static String bytes(long bytes) {
    if (bytes < 999_500) {
      return bytes < 1_000 ? bytes + " B" : measured(bytes / 1e3) + " kB";
    }
    return bytes < 999_500_000L
        ? measured(bytes / 1e6) + " MB"
        : grouped(significant(bytes / 1e9, 2)) + " GB";
  }

  /** One latency with its unit: {@code 48 us}, {@code 2.1 ms}, {@code 1.52 s}. */
  public static String latency(long nanos) {
    if (nanos < 999_500) {
      return measured(nanos / NANOS_PER_MICRO) + " us";
    }
    return nanos < 999_500_000
        ? measured(nanos / NANOS_PER_MILLI) + " ms"
        : grouped(significant(nanos / NANOS_PER_SECOND, SECONDS_DIGITS)) + " s";
  }

  /** A length of time in seconds, as {@link #time} has it. */
  public static String seconds(double seconds) {
    return time(Duration.ofMillis(Math.round(seconds * 1e3)));
  }

  /** A length of time: {@code 0.4 s}, {@code 10 s}, {@code 5 min}, {@code 3 h 8 min}. */
  public static String time(Duration time) {
    if (time.compareTo(LONG) >= 0) {
      Duration rounded = time.plusSeconds(30);
      int minutes = rounded.toMinutesPart();
      return count(rounded.toHours()) + " h" + (minutes == 0 ? "" : " " + minutes + " min");
    }
    double seconds = time.toMillis() / 1e3;
    boolean minutes = seconds >= 120;
    double value = minutes ? seconds / 60 : seconds;
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(1, RoundingMode.HALF_UP);
    return grouped(rounded.stripTrailingZeros()) + (minutes ? " min" : " s");
  }

  public static String grouped(BigDecimal value) {
    String text = value.toPlainString();
    int point = text.indexOf('.');
    String whole = point < 0 ? text : text.substring(0, point);
    String fraction = point < 0 ? "" : text.substring(point);
    return grouped(whole) + fraction;
  }

  /** A chance with four digits, so that it is seen on which side of a limit it is. */
  public static String chance(double p) {
    return Double.isNaN(p) ? "-" : sentence("%.4g", p);
  }

  /**
   * A sentence with values as {@link String#format} has them, in the same words everywhere.
   *
   * @param format with {@code %s} for whole numbers, which are counts: in groups of three digits
   */
  public static String sentence(String format, Object... values) {
    Object[] shown =
        Arrays.stream(values)
            .map(
                v ->
                    v instanceof Integer || v instanceof Long ? count(((Number) v).longValue()) : v)
            .toArray();
    return String.format(Locale.ROOT, format, shown);
  }

  private static BigDecimal significant(double value, int digits) {
    BigDecimal rounded =
        BigDecimal.valueOf(value).round(new MathContext(digits, RoundingMode.HALF_UP));
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }
}
