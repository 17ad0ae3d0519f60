package io.brokerbench.core.figure;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NumberText;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the values of a figure are in, and how people read them. */
public enum Unit {
  /** Messages, clients, events. */
  COUNT("", 1, ""),
  /** Events per second. */
  PER_SECOND("/s", 1, ""),
  /** Nanoseconds. */
  NANOS("ms", 1e-6, "seconds"),
  /** Bytes. */
  BYTES("MB", 1e-6, "bytes"),
  /** Processor cores that were busy all the time. */
  CORES("cores", 1, "cores"),
  /** A share of the whole, from 0 to 1. */
  SHARE("%", 100, "ratio"),
  /** What another tool says; only ratios mean something here. */
  OTHER("", 1, "");

  private static final Pattern VALUE = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?) ?(\\D*)");

  private static final Map<Unit, Map<String, Double>> SUFFIXES =
      Map.of(
          COUNT, Map.of("", 1.0),
          PER_SECOND, Map.of("", 1.0, "/s", 1.0),
          NANOS, Map.of(),
          BYTES, Map.of("B", 1.0, "kB", 1e3, "MB", 1e6, "GB", 1e9),
          CORES, Map.of("", 1.0, "cores", 1.0),
          SHARE, Map.of("%", 0.01),
          OTHER, Map.of("", 1.0));

  private final String column;
  private final double columnFactor;
  private final String baseUnit;

  Unit(String column, double columnFactor, String baseUnit) {
    this.column = column;
    this.columnFactor = columnFactor;
    this.baseUnit = baseUnit;
  }

  /** One value with its unit: {@code 412 MB}, {@code 2.1 ms}, {@code 9 980/s}, {@code 17}. */
  public String text(double value) {
    return switch (this) {
      case COUNT -> NumberText.count(Math.round(value));
      case PER_SECOND -> NumberText.rate(value) + "/s";
      case NANOS -> NumberText.latency(Math.round(value));
      case BYTES -> NumberText.bytes(Math.round(value));
      case CORES -> NumberText.measured(value) + " cores";
      case SHARE -> NumberText.measured(value * 100) + " %";
      case OTHER -> NumberText.measured(value);
    };
  }

  /**
   * Reads a value with its unit, as people write it: {@code 5ms}, {@code 9000/s}, {@code 512MB},
   * {@code 0.1%}; a 0 needs none. Empty if it is not of the {@link #form}.
   */
  public OptionalDouble parse(String text) {
    try {
      if (this == NANOS && !text.equals("0")) {
        return OptionalDouble.of((double) Durations.parse(text).toNanos());
      }
      Matcher matcher = VALUE.matcher(text);
      String suffix = matcher.matches() ? matcher.group(2) : "?";
      Double factor = text.equals("0") ? Double.valueOf(1) : SUFFIXES.get(this).get(suffix);
      return factor == null
          ? OptionalDouble.empty()
          : OptionalDouble.of(Double.parseDouble(matcher.group(1)) * factor);
    } catch (DefinitionException e) {
      return OptionalDouble.empty();
    }
  }

  /** What {@link #parse} reads. */
  public String form() {
    return switch (this) {
      case COUNT, OTHER -> "a number";
      case PER_SECOND -> "a rate, such as 9000/s";
      case NANOS -> "a time with its unit, such as 5ms";
      case BYTES -> "a size with its unit (B, kB, MB, GB), such as 512MB";
      case CORES -> "a number of cores, such as 1.5";
      case SHARE -> "a share, such as 0.1%";
    };
  }

  /** Unit of a table's column, which all its values have in common; empty for none. */
  public String column() {
    return column;
  }

  /** A value in the unit of a table's column. */
  public double inColumn(double value) {
    return value * columnFactor;
  }

  /** The text of a value in the unit of a table's column, without that unit. */
  public String columnText(double value) {
    return switch (this) {
      case COUNT -> NumberText.count(Math.round(value));
      case PER_SECOND -> NumberText.rate(value);
      default -> NumberText.measured(inColumn(value));
    };
  }

  /** What monitoring systems take the values in, such as {@code seconds}; empty for none. */
  public Optional<String> baseUnit() {
    return Optional.of(baseUnit).filter(unit -> !unit.isEmpty());
  }

  /** A value in the {@link #baseUnit}. */
  public double inBaseUnit(double value) {
    return this == NANOS ? value / 1e9 : value;
  }
}
