package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LaneSampleMergerTest {

  private static IntervalSample sample(int second, long sent, long... latencies) {
    Histogram histogram = LatencyRecorder.newHistogram();
    for (long latency : latencies) {
      histogram.recordValue(latency);
    }
    Histogram service = LatencyRecorder.watched().take();
    for (long latency : latencies) {
      service.recordValue(latency / 2);
    }
    return new IntervalSample(second, sent, sent, sent, 0, histogram, service);
  }

  @Test
  void aSecondLeavesOnceAllLanesHaveClosedIt() {
    LaneSampleMerger seconds = new LaneSampleMerger(2);
    assertThat(seconds.closed(List.of(sample(0, 3, 1_000), sample(1, 5)))).isEmpty();
    List<IntervalSample> closed = seconds.closed(List.of(sample(0, 4, 1_000, 9_000)));
    assertThat(closed).hasSize(1);
    assertThat(closed.get(0).sent()).isEqualTo(7);
    assertThat(closed.get(0).endToEnd()).isEqualTo(sample(0, 0, 1_000, 1_000, 9_000).endToEnd());
    assertThat(closed.get(0).service()).isEqualTo(sample(0, 0, 1_000, 1_000, 9_000).service());
  }

  @Test
  void atTheEndTheRestIsHandedOverOnce() {
    LaneSampleMerger seconds = new LaneSampleMerger(2);
    assertThat(seconds.closed(List.of(sample(7, 3, 1_000)))).isEmpty();
    assertThat(seconds.open()).extracting(IntervalSample::second).containsExactly(7);
    assertThat(seconds.open()).isEmpty();
  }
}
