package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.worker.WorkerStatus;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.MachineInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ProgressReporterTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long BOOT = 9_000 * SECOND;

  private final List<Progress> heard = new ArrayList<>();
  private final ProgressReporter reporter = new ProgressReporter(heard::add, 10);

  private static WorkerStatus sent(long messages) {
    return new WorkerStatus(
        10,
        10,
        1,
        0,
        0,
        messages,
        0,
        0,
        0,
        0,
        BacklogGauge.Reading.NONE,
        false,
        0,
        List.of(),
        Optional.empty());
  }

  @Test
  void nothingIsToldBeforeTheFirstPhase() {
    reporter.update(BOOT, sent(0));
    assertThat(heard).isEmpty();
  }

  @Test
  void timeIsCountedFromTheStartOfThePhaseAndRatesFromTheLastReport() {
    reporter.enter(Phase.STEADY, Duration.ofSeconds(10), BOOT, sent(0));
    reporter.update(BOOT + SECOND / 100, sent(50));
    reporter.update(BOOT + SECOND / 2, sent(500));
    assertThat(heard).hasSize(2);
    assertThat(heard.get(0).elapsed()).isZero();
    assertThat(heard.get(1).elapsed()).isEqualTo(Duration.ofMillis(500));
    assertThat(heard.get(1).sentPerSecond()).isEqualTo(1_000);
  }

  @Test
  void totalsAreThoseOfTheWorkerAndLatenciesThoseOfCompleteSeconds() {
    TimelineBuilder intervals = new TimelineBuilder(2, 10, TimelineBuilder.Reader.NONE);
    intervals.add(List.of(second(0, 1_000_000), second(0, 3_000_000), second(1, 9_000_000)));
    UsageMonitor.Second unknown =
        new UsageMonitor.Second(
            Optional.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            BrokerMetrics.NONE,
            MachineInterval.UNKNOWN,
            HeldResources.UNKNOWN);
    reporter.usage(unknown, intervals);
    reporter.enter(Phase.STEADY, Duration.ofSeconds(10), BOOT, sent(0));
    reporter.update(
        BOOT + SECOND,
        new WorkerStatus(
            10,
            10,
            1,
            0,
            0,
            70,
            60,
            50,
            50,
            0,
            new BacklogGauge.Reading(15, 5),
            false,
            0,
            List.of(),
            Optional.empty()));

    RunTotals totals = heard.get(1).totals();
    assertThat(totals.sent()).isEqualTo(70);
    assertThat(totals.acknowledged()).isEqualTo(60);
    assertThat(totals.received()).isEqualTo(50);
    assertThat(totals.timed()).isEqualTo(2);
    assertThat(totals.timedNanos()).isCloseTo(4_000_000, Percentage.withPercentage(0.1));
    assertThat(heard.get(1).lastSecond().maxNanos()).isBetween(2_997_000L, 3_003_000L);
    assertThat(heard.get(1).p99Nanos()).isEqualTo(heard.get(1).lastSecond().p99Nanos());
  }

  private static IntervalSample second(int second, long latencyNanos) {
    Histogram histogram = LatencyRecorder.newHistogram();
    histogram.recordValue(latencyNanos);
    return new IntervalSample(second, 1, 1, 1, 0, histogram, LatencyRecorder.watched().take());
  }
}
