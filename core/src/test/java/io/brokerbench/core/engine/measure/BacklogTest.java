package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BacklogTest {

  /** Deliveries owed for messages of the warm-up: no bound. */
  private static final long MANY = 1_000_000;

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
    assertThat(new BacklogTrend(rising, MANY, 100_000, 10).fellBehind(0)).isTrue();
  }

  /** What expired or was dropped by right stays in the backlog, and nothing waits. */
  @Test
  void whatTheBrokerWasFreeToDropIsNotBehind() {
    List<Long> rising = LongStream.range(0, 100).map(i -> i * 500).boxed().toList();
    BacklogTrend trend = new BacklogTrend(rising, MANY, 100_000, 10);
    assertThat(trend.fellBehind(49_500)).isFalse();
    assertThat(trend.fellBehind(40_000)).as("the rest waits").isTrue();
  }

  @Test
  void aStallThatIsWorkedOffIsNotGrowing() {
    List<Long> stall =
        IntStream.range(0, 100).mapToObj(i -> i >= 40 && i < 50 ? (i - 39) * 100L : 3L).toList();
    assertThat(new BacklogTrend(stall, MANY, 10_000, 10).fellBehind(0)).isFalse();
  }

  @Test
  void aFewMessagesMoreOrLessAreNotGrowth() {
    List<Long> small = LongStream.range(0, 100).map(i -> i / 10).boxed().toList();
    assertThat(new BacklogTrend(small, MANY, 100_000, 10).fellBehind(0)).isFalse();
  }

  @Test
  void onePercentTooMuchIsSeenInTenSeconds() {
    List<Long> slow = LongStream.range(0, 100).map(i -> i * 10 + i % 7).boxed().toList();
    assertThat(new BacklogTrend(slow, MANY, 100_000, 10).fellBehind(0)).isTrue();
  }

  @Test
  void fewerIntervalsThanPartsHaveNoTrend() {
    assertThat(new BacklogTrend(List.of(0L, 1_000L, 2_000L, 3_000L), MANY, 10, 10).fellBehind(0))
        .isFalse();
  }

  @Test
  void aBrokerThatStopsForTheLastPartFellBehindHoweverLateThatBegan() {
    List<Long> halted =
        IntStream.range(0, 100).mapToObj(i -> i < 60 ? 3L : (i - 59) * 50L).toList();
    assertThat(new BacklogTrend(halted, MANY, 5_000, 10).fellBehind(0)).isTrue();
    assertThat(new BacklogTrend(halted, MANY, 5_000, 10).atEnd()).isEqualTo(1_950);
  }

  @Test
  void aPauseOfLessThanHalfASecondAtTheEndIsNoFallingBehind() {
    List<Long> pause = IntStream.range(0, 100).mapToObj(i -> i < 96 ? 3L : (i - 95) * 50L).toList();
    assertThat(new BacklogTrend(pause, MANY, 5_000, 10).fellBehind(0)).isFalse();
  }

  @Test
  void aBacklogThatWasThereAtTheStartAndStaysIsNoFallingBehind() {
    List<Long> constant = IntStream.range(0, 100).mapToObj(i -> 4_000L + i % 3).toList();
    assertThat(new BacklogTrend(constant, MANY, 5_000, 10).fellBehind(0)).isFalse();
  }

  /** A lane that comes late to its first turn reads what is owed for the steady state too. */
  @Test
  void noMoreWaitsAtTheStartThanTheWarmUpOwes() {
    List<Long> halted =
        IntStream.range(0, 100).mapToObj(i -> i < 90 ? 49L : (i - 89) * 25L + 49).toList();
    BacklogTrend trend = new BacklogTrend(halted, 0, 400, 1);
    assertThat(trend.atStart()).isZero();
    assertThat(trend.fellBehind(0)).isTrue();
    assertThat(new BacklogTrend(halted, 30, 400, 1).atStart()).isEqualTo(30);
  }
}
