package io.brokerbench.core.base;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A table of numbers, each of which may be absent, in arrays of primitives. It is for what is kept
 * of every second: objects would take five times the room, and the heap of a long run would grow.
 * The memory for the rows that are expected is taken and touched at once, up to {@link #MOST_ROWS};
 * further rows take it in parts of that size. Not thread-safe.
 *
 * @param <C> the columns
 */
public final class NumberRows<C extends Enum<C>> {

  /** Rows whose memory is taken at once: seconds of six hours. */
  public static final int MOST_ROWS = 6 * 3_600;

  private static final int LEAST_ROWS = 16;

  /** No count, and as a double less than anything that is measured. */
  private static final long ABSENT = Long.MIN_VALUE + 1;

  private final Class<C> columns;
  private final int rowsOfPart;
  private final List<Map<C, long[]>> parts = new ArrayList<>();
  private int rows;

  /**
   * A table without rows.
   *
   * @param columns the enum of the columns
   * @param expected rows; more can come
   */
  public NumberRows(Class<C> columns, long expected) {
    this.columns = columns;
    this.rowsOfPart = (int) Math.max(LEAST_ROWS, Math.min(MOST_ROWS, expected));
    addPart();
  }

  private void addPart() {
    Map<C, long[]> part = new EnumMap<>(columns);
    for (C column : columns.getEnumConstants()) {
      long[] values = new long[rowsOfPart];
      Arrays.fill(values, ABSENT);
      part.put(column, values);
    }
    parts.add(part);
  }

  /** One more than the number of the last row in which a number was put. */
  public int rows() {
    return rows;
  }

  /** Puts a number in its place; row counts from 0. */
  public void put(int row, C column, long value) {
    while (row / rowsOfPart >= parts.size()) {
      addPart();
    }
    rows = Math.max(rows, row + 1);
    parts.get(row / rowsOfPart).get(column)[row % rowsOfPart] = value;
  }

  /** Puts a number that may be absent. */
  public void put(int row, C column, OptionalLong value) {
    put(row, column, value.orElse(ABSENT));
  }

  /** Likewise. */
  public void put(int row, C column, OptionalDouble value) {
    put(row, column, value.isPresent() ? Double.doubleToRawLongBits(value.getAsDouble()) : ABSENT);
  }

  private long word(int row, C column) {
    return row < rows ? parts.get(row / rowsOfPart).get(column)[row % rowsOfPart] : ABSENT;
  }

  /** Whether there is a number in this place. */
  public boolean has(int row, C column) {
    return word(row, column) != ABSENT;
  }

  /** A whole number; absent where none was put. */
  public OptionalLong whole(int row, C column) {
    long word = word(row, column);
    return word == ABSENT ? OptionalLong.empty() : OptionalLong.of(word);
  }

  /** A real number, likewise. */
  public OptionalDouble real(int row, C column) {
    long word = word(row, column);
    return word == ABSENT
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.longBitsToDouble(word));
  }
}
