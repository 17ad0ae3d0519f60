package io.brokerbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.TimelineInterval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ThinnedTest {

  @Test
  void nothingThatWasCountedIsLostAndPhasesStayApart() {
    List<TimelineInterval> timeline =
        IntStream.range(0, 1_000).mapToObj(i -> interval(i, i < 15 ? "warmUp" : "steady")).toList();

    List<TimelineInterval> thinned = Thinned.of(timeline, 100);

    assertThat(thinned).hasSizeBetween(90, 110);
    assertThat(thinned.stream().mapToLong(TimelineInterval::sent).sum())
        .isEqualTo(timeline.stream().mapToLong(TimelineInterval::sent).sum());
    assertThat(thinned.stream().mapToLong(TimelineInterval::lengthMillis).sum())
        .isEqualTo(1_000_000);
    assertThat(thinned.get(1).phase()).isEqualTo("warmUp");
    assertThat(thinned.get(1).lengthMillis()).isEqualTo(5_000);
    assertThat(thinned.get(2).phase()).isEqualTo("steady");
    TimelineInterval first = thinned.get(0);
    assertThat(first.backlog()).as("the greatest").isEqualTo(9);
    assertThat(first.endToEndP99Nanos()).hasValue(1_009);
    assertThat(first.brokerCpuPercentOfCore()).hasValue(4.5);
  }

  @Test
  void aShortTimelineStaysAsItIs() {
    List<TimelineInterval> timeline = List.of(interval(0, "steady"));

    assertThat(Thinned.of(timeline, 100)).isSameAs(timeline);
  }

  private static TimelineInterval interval(int i, String phase) {
    return new TimelineInterval(
        i * 1_000L,
        1_000,
        phase,
        100 + i,
        100,
        100,
        i,
        OptionalLong.of(500),
        OptionalLong.of(1_000 + i),
        OptionalLong.of(2_000),
        OptionalDouble.of(i),
        OptionalLong.of(1_000_000),
        OptionalDouble.of(10),
        Optional.empty());
  }
}
