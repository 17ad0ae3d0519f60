package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.TimelineInterval;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnRateTest {

  private static final OnOff TIMES =
      new OnOff(Duration.ofSeconds(1), Duration.ofSeconds(3), Optional.of(Duration.ofSeconds(2)));

  private static List<TimelineInterval> timeline(int seconds) {
    return new ExampleResult().timelineSeconds(seconds).build().timeline();
  }

  @Test
  void onlySecondsInWhichTheLoadIsOnCount() {
    List<TimelineInterval> timeline = timeline(40);
    List<Long> steady =
        timeline.stream()
            .filter(each -> each.phase() == TimelineInterval.Part.STEADY)
            .map(TimelineInterval::received)
            .toList();
    double mean =
        IntStream.range(0, steady.size())
            .filter(i -> i % 4 == 2)
            .mapToLong(steady::get)
            .average()
            .orElseThrow();

    assertThat(TurnRate.received(TIMES, timeline).orElseThrow())
        .isPositive()
        .isCloseTo(mean, within(1e-6));
  }

  @Test
  void aRunThatEndedBeforeItsFirstTurnHasNone() {
    assertThat(TurnRate.received(TIMES, timeline(1))).isEmpty();
  }
}
