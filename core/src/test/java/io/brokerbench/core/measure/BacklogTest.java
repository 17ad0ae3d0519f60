package io.brokerbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BacklogTest {

  @Test
  void theBacklogIsWhatAllLanesOweLessWhatAllLanesMade() {
    BacklogGauge gauge = new BacklogGauge(2);
    gauge.update(0, 100, 0);
    gauge.update(1, 0, 70);
    assertThat(gauge.current()).isEqualTo(30);
  }

  @Test
  void theHighWaterMarkStays() {
    BacklogGauge gauge = new BacklogGauge(1);
    gauge.update(0, 500, 20);
    gauge.update(0, 600, 600);
    assertThat(gauge.current()).isZero();
    assertThat(gauge.highWaterMark()).isEqualTo(480);
  }

  @Test
  void theLeastBacklogIsTakenOncePerInterval() {
    BacklogGauge gauge = new BacklogGauge(1);
    gauge.update(0, 100, 90);
    gauge.update(0, 200, 100);
    assertThat(gauge.takeLeast(0)).isEqualTo(10);
    gauge.update(0, 300, 150);
    assertThat(gauge.takeLeast(0)).isEqualTo(150);
  }

  @Test
  void aBacklogThatRisesAllTheTimeIsGrowing() {
    List<Long> rising = LongStream.range(0, 100).map(i -> i * 500).boxed().toList();
    assertThat(new BacklogTrend(rising, 100_000, 10).fellBehind()).isTrue();
  }

  @Test
  void aStallThatIsWorkedOffIsNotGrowing() {
    List<Long> stall =
        IntStream.range(0, 100).mapToObj(i -> i >= 40 && i < 50 ? (i - 39) * 100L : 3L).toList();
    assertThat(new BacklogTrend(stall, 10_000, 10).fellBehind()).isFalse();
  }

  @Test
  void aFewMessagesMoreOrLessAreNotGrowth() {
    List<Long> small = LongStream.range(0, 100).map(i -> i / 10).boxed().toList();
    assertThat(new BacklogTrend(small, 100_000, 10).fellBehind()).isFalse();
  }

  @Test
  void onePercentTooMuchIsSeenInTenSeconds() {
    List<Long> slow = LongStream.range(0, 100).map(i -> i * 10 + i % 7).boxed().toList();
    assertThat(new BacklogTrend(slow, 100_000, 10).fellBehind()).isTrue();
  }

  @Test
  void fewerIntervalsThanPartsHaveNoTrend() {
    assertThat(new BacklogTrend(List.of(0L, 1_000L, 2_000L, 3_000L), 10, 10).fellBehind())
        .isFalse();
  }

  @Test
  void aBrokerThatStopsForTheLastPartFellBehindHoweverLateThatBegan() {
    List<Long> halted =
        IntStream.range(0, 100).mapToObj(i -> i < 60 ? 3L : (i - 59) * 50L).toList();
    assertThat(new BacklogTrend(halted, 5_000, 10).fellBehind()).isTrue();
    assertThat(new BacklogTrend(halted, 5_000, 10).atEnd()).isEqualTo(1_950);
  }

  @Test
  void aPauseOfLessThanHalfASecondAtTheEndIsNoFallingBehind() {
    List<Long> pause = IntStream.range(0, 100).mapToObj(i -> i < 96 ? 3L : (i - 95) * 50L).toList();
    assertThat(new BacklogTrend(pause, 5_000, 10).fellBehind()).isFalse();
  }

  @Test
  void aBacklogThatWasThereAtTheStartAndStaysIsNoFallingBehind() {
    List<Long> constant = IntStream.range(0, 100).mapToObj(i -> 4_000L + i % 3).toList();
    assertThat(new BacklogTrend(constant, 5_000, 10).fellBehind()).isFalse();
  }
}
