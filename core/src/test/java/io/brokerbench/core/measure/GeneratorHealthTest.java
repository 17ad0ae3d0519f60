package io.brokerbench.core.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class GeneratorHealthTest {

  @Test
  void aSendLoopThatIsLateForOneMessageInFiftyIsComplainedOf() {
    Histogram pacing = LatencyRecorder.newHistogram();
    pacing.recordValueWithCount(50_000, 980);
    pacing.recordValueWithCount(212_000_000, 20);
    assertThat(new GeneratorHealth(Optional.of(pacing), 1.9, 1, 2).complaints())
        .singleElement()
        .asString()
        .contains("p99 212", "limit 10 ms", "1.90 of 2 cores");
  }

  @Test
  void oneLateMessageInAThousandIsHealthy() {
    Histogram pacing = LatencyRecorder.newHistogram();
    pacing.recordValueWithCount(50_000, 999);
    pacing.recordValue(500_000_000);
    assertThat(new GeneratorHealth(Optional.of(pacing), 0.2, 1, 2).complaints()).isEmpty();
  }

  @Test
  void withClosedLoadThreadsThatAreAlwaysBusyAreTheLimit() {
    assertThat(new GeneratorHealth(Optional.empty(), 0.97, 1, 2).complaints()).hasSize(1);
    assertThat(new GeneratorHealth(Optional.empty(), 0.8, 1, 2).complaints()).isEmpty();
  }

  @Test
  void aNegativeLatencyIsRecordedAsZeroAndAHugeOneAsItIs() {
    LatencyRecorder recorder = new LatencyRecorder();
    recorder.record(-5);
    recorder.record(86_400_000_000_000L);
    Histogram taken = recorder.take();
    assertThat(taken.getTotalCount()).isEqualTo(2);
    assertThat(taken.getMinValue()).isZero();
    assertThat(taken.getMaxValue()).isGreaterThanOrEqualTo(86_300_000_000_000L);
    assertThat(recorder.isEmpty()).isTrue();
  }
}
