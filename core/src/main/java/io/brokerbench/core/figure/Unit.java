package io.brokerbench.core.figure;

import io.brokerbench.core.base.NumberText;
import java.util.Optional;

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
