package io.brokerbench.core.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySummaryMergeTest {

  private final LatencySummary fast = of(LongStream.rangeClosed(1, 99).map(i -> i * 1_000));
  private final LatencySummary slow = of(LongStream.of(50_000_000));
  private final LatencySummary middle = of(LongStream.rangeClosed(1, 10).map(i -> i * 100_000));

  @Test
  void mergingIsAssociative() {
    assertThat(fast.merge(slow).merge(middle)).isEqualTo(fast.merge(slow.merge(middle)));
  }

  @Test
  void mergingIsCommutativeInItsFigures() {
    assertThat(fast.merge(slow).p99Nanos()).isEqualTo(slow.merge(fast).p99Nanos());
    assertThat(fast.merge(slow).meanNanos()).isEqualTo(slow.merge(fast).meanNanos());
  }

  @Test
  void percentilesOfAMergeComeFromTheMergedHistogram() {
    LatencySummary merged = fast.merge(slow);

    assertThat(merged.count()).isEqualTo(100);
    // 99 of 100 values are at most 99 us: a mean of both p99 would be 25 ms.
    assertThat(merged.p99Nanos()).isBetween(98_900L, 99_200L);
    assertThat(merged.maxNanos()).isBetween(49_900_000L, 50_100_000L);
  }

  @Test
  void anEmptySummaryChangesNothing() {
    LatencySummary empty = of(LongStream.empty());

    assertThat(empty.count()).isZero();
    assertThat(empty.minNanos()).isZero();
    assertThat(fast.merge(empty).p50Nanos()).isEqualTo(fast.p50Nanos());
    assertThat(fast.merge(empty).count()).isEqualTo(fast.count());
  }

  private static LatencySummary of(LongStream nanos) {
    Histogram histogram = new Histogram(3);
    nanos.forEach(histogram::recordValue);
    return LatencySummary.of(histogram);
  }
}
