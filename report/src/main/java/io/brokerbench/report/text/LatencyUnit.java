package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** The one unit of all latencies of a table. */
enum LatencyUnit {
  MICROS("us", 1e3),
  MILLIS("ms", 1e6),
  SECONDS("s", 1e9);

  private final String symbol;
  private final double nanos;

  LatencyUnit(String symbol, double nanos) {
    this.symbol = symbol;
    this.nanos = nanos;
  }

  /** Milliseconds, unless all of it is far below or far above. */
  static LatencyUnit of(long firstMedianNanos, long leastMedianNanos, long greatestNanos) {
    if (firstMedianNanos < 100_000 && greatestNanos < 1_000_000_000L) {
      return MICROS;
    }
    return leastMedianNanos >= 10_000_000_000L ? SECONDS : MILLIS;
  }

  String symbol() {
    return symbol;
  }

  /** Two decimals at most, three significant digits at most. */
  String cell(double valueNanos) {
    double inUnit = valueNanos / nanos;
    if (inUnit > 0 && inUnit < 0.005) {
      return "<0.01";
    }
    if (inUnit >= 999.5) {
      return NumberText.rate(inUnit);
    }
    int decimals = inUnit < 9.995 ? 2 : inUnit < 99.95 ? 1 : 0;
    return NumberText.grouped(BigDecimal.valueOf(inUnit).setScale(decimals, RoundingMode.HALF_UP));
  }
}
