package io.brokerbench.core.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NumberRowsTest {

  private enum Column {
    COUNT,
    SHARE
  }

  @Test
  void whatWasPutIsThereAndAllElseIsAbsent() {
    NumberRows<Column> rows = new NumberRows<>(Column.class, 1);
    rows.put(1, Column.COUNT, 0);
    rows.put(1, Column.SHARE, OptionalDouble.of(-0.0));
    rows.put(2, Column.COUNT, OptionalLong.of(-7));
    rows.put(2, Column.SHARE, OptionalDouble.empty());

    assertThat(rows.rows()).isEqualTo(3);
    assertThat(rows.has(0, Column.COUNT)).isFalse();
    assertThat(rows.whole(1, Column.COUNT)).hasValue(0);
    assertThat(rows.real(1, Column.SHARE)).hasValue(-0.0);
    assertThat(rows.whole(2, Column.COUNT)).hasValue(-7);
    assertThat(rows.real(2, Column.SHARE)).isEmpty();
    assertThat(rows.whole(1_000, Column.COUNT)).isEmpty();
  }

  @Test
  void rowsBeyondThoseThatWereExpectedHaveRoomToo() {
    NumberRows<Column> rows = new NumberRows<>(Column.class, 1);
    for (int row = 0; row < 1_000; row++) {
      rows.put(row, Column.COUNT, row);
      rows.put(row, Column.SHARE, OptionalDouble.of(row / 2.0));
    }
    rows.put(5_000, Column.COUNT, 5);

    for (int row = 0; row < 1_000; row++) {
      assertThat(rows.whole(row, Column.COUNT)).hasValue(row);
      assertThat(rows.real(row, Column.SHARE)).hasValue(row / 2.0);
    }
    assertThat(rows.has(4_999, Column.COUNT)).isFalse();
    assertThat(rows.whole(5_000, Column.COUNT)).hasValue(5);
  }
}
