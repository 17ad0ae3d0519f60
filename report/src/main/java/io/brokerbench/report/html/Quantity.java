package io.brokerbench.report.html;

import io.brokerbench.core.base.NumberText;
import java.time.Duration;
import java.util.Locale;

/** What the values of an axis are, which says how they are written; the script knows the same. */
public enum Quantity {
  /** A plain number. */
  NUMBER,
  /** Events per second. */
  PER_SECOND,
  /** Nanoseconds, shown in the unit that fits. */
  NANOS,
  /** Seconds of a run. */
  SECONDS,
  /** Percent. */
  PERCENT,
  /** Percent by which something changed, with its sign. */
  CHANGE,
  /** Bytes. */
  BYTES,
  /** {@code 1 / (1 - p)} of a percentile {@code p}: 1 is 0 %, 10 is 90 %, 100 is 99 %. */
  PERCENTILE;

  /** The value as people read it; a dash for what is not known. */
  public String text(double value) {
    if (Double.isNaN(value)) {
      return "\u2013";
    }
    return switch (this) {
      case NUMBER -> number(value);
      case PER_SECOND -> NumberText.rate(value) + "/s";
      case NANOS -> value < 0 ? "-" + nanos(-value) : nanos(value);
      case SECONDS -> String.format(Locale.ROOT, "%.1f s", value);
      case PERCENT -> NumberText.measured(value) + " %";
      case CHANGE -> (value > 0 ? "+" : "") + NumberText.measured(value) + " %";
      case BYTES -> NumberText.bytes(Math.round(value));
      case PERCENTILE -> NumberText.exact(percentile(value)) + " %";
    };
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? NumberText.count((long) value)
        : NumberText.measured(value);
  }

  private static String nanos(double value) {
    // Beyond two minutes, people do not think in seconds.
    return value >= 120e9
        ? NumberText.time(Duration.ofNanos(Math.round(value)))
        : NumberText.latency(Math.round(value));
  }

  /** With two digits of what is beyond it: 17 %, 99.93 %. */
  private static double percentile(double inverse) {
    double beyond = 100 / inverse;
    double unit = Math.pow(10, 1 - Math.floor(Math.log10(beyond) + 1e-9));
    return Math.round((100 - beyond) * Math.max(1, unit)) / Math.max(1, unit);
  }
}
