package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.TimelineInterval.Part;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DownsampledTimelineTest {

  @Test
  void nothingThatWasCountedIsLostAndPhasesStayApart() {
    List<TimelineInterval> timeline =
        IntStream.range(0, 1_000)
            .mapToObj(i -> interval(i, i < 15 ? Part.WARM_UP : Part.STEADY))
            .toList();

    List<TimelineInterval> downsampled = DownsampledTimeline.of(timeline, 100);

    assertThat(downsampled).hasSizeBetween(90, 110);
    assertThat(downsampled.stream().mapToLong(TimelineInterval::sent).sum())
        .isEqualTo(timeline.stream().mapToLong(TimelineInterval::sent).sum());
    assertThat(downsampled.stream().mapToLong(TimelineInterval::lengthMillis).sum())
        .isEqualTo(1_000_000);
    assertThat(downsampled.get(1).phase()).isEqualTo(Part.WARM_UP);
    assertThat(downsampled.get(1).lengthMillis()).isEqualTo(5_000);
    assertThat(downsampled.get(2).phase()).isEqualTo(Part.STEADY);
    TimelineInterval first = downsampled.get(0);
    assertThat(first.backlog()).as("the greatest").isEqualTo(9);
    assertThat(first.endToEndP99Nanos()).hasValue(1_009);
    assertThat(first.brokerCpuPercentOfCore()).hasValue(4.5);
  }

  @Test
  void aShortTimelineStaysAsItIs() {
    List<TimelineInterval> timeline = List.of(interval(0, Part.STEADY));

    assertThat(DownsampledTimeline.of(timeline, 100)).isSameAs(timeline);
  }

  static TimelineInterval interval(int i, Part phase) {
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
        Optional.empty(),
        Optional.empty());
  }
}
