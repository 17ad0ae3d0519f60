package io.brokerbench.core.engine.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.IntervalSample;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.result.Pressure;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.TimelineInterval.Part;
import io.brokerbench.core.telemetry.CpuUsage;
import io.brokerbench.core.telemetry.ProcessHoldings;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimelineBuilderTest {

  private static final long SECOND = 1_000_000_000L;
  private static final RunTimes TIMES = new RunTimes(0, SECOND, 3 * SECOND);

  private static IntervalSample sample(int second, long sent, long owed, long... latencies) {
    Histogram endToEnd = new Histogram(3);
    for (long latency : latencies) {
      endToEnd.recordValue(latency);
    }
    return new IntervalSample(second, sent, 2, latencies.length, owed, endToEnd, new Histogram(3));
  }

  private static UsageMonitor.Second usage(double cores) {
    OptionalDouble none = OptionalDouble.empty();
    return new UsageMonitor.Second(
        Optional.of(new CpuUsage((long) (cores * SECOND), SECOND, 2)),
        Optional.empty(),
        OptionalLong.of(4_096),
        new BrokerMetrics(OptionalLong.of(5), OptionalLong.empty(), OptionalLong.of(6)),
        new MachineInterval(
            OptionalDouble.of(0.5),
            none,
            new Pressure(OptionalDouble.of(0.25), none, none, none, OptionalDouble.of(0))),
        new HeldResources(
            OptionalLong.of(7),
            OptionalLong.empty(),
            new ProcessHoldings(OptionalLong.of(8), OptionalLong.of(9)),
            ProcessHoldings.UNKNOWN));
  }

  @Test
  void aSecondHasWhatItsPartsAndItsUsageWere() {
    TimelineBuilder builder = new TimelineBuilder(2, 4, TimelineBuilder.Reader.NONE);
    builder.keep(1, usage(0.75));
    builder.add(List.of(sample(0, 10, -3, 100), sample(1, 20, 4, 500, 1_000)));
    builder.add(List.of(sample(1, 30, 5), sample(0, 40, 1)));

    List<TimelineInterval> timeline = builder.timeline(TIMES, 4 * SECOND);

    assertThat(timeline).hasSize(2);
    TimelineInterval first = timeline.get(0);
    assertThat(first.phase()).isEqualTo(Part.WARM_UP);
    assertThat(first.sent()).isEqualTo(50);
    assertThat(first.backlog()).isZero();
    assertThat(first.generatorCpuPercentOfCore()).isEmpty();
    assertThat(first.machine()).isEmpty();
    assertThat(first.brokerMetrics()).isEmpty();
    assertThat(timeline.get(1))
        .isEqualTo(
            new TimelineInterval(
                1_000,
                1_000,
                Part.STEADY,
                50,
                4,
                2,
                9,
                OptionalLong.of(500),
                OptionalLong.of(1_000),
                OptionalLong.of(1_000),
                OptionalDouble.empty(),
                OptionalLong.of(4_096),
                OptionalDouble.of(75),
                Optional.of(usage(0).metrics()),
                Optional.of(usage(0).machine())));
    assertThat(builder.held(1)).isEqualTo(usage(0).held());
    assertThat(builder.held(0)).isEqualTo(HeldResources.UNKNOWN);
    assertThat(builder.held(77)).isEqualTo(HeldResources.UNKNOWN);
  }

  @Test
  void aSecondWithoutAllItsPartsIsThereAndTheLastOneIsAsLongAsItWas() {
    TimelineBuilder builder = new TimelineBuilder(2, 4, TimelineBuilder.Reader.NONE);
    builder.add(List.of(sample(0, 1, 0), sample(0, 1, 0), sample(3, 7, 2, 300)));
    builder.keep(2, usage(1)); // of which no worker said anything

    List<TimelineInterval> timeline = builder.timeline(TIMES, 3 * SECOND + SECOND / 2);

    assertThat(timeline).extracting(TimelineInterval::startMillis).containsExactly(0L, 3_000L);
    TimelineInterval last = timeline.get(1);
    assertThat(last.lengthMillis()).isEqualTo(500);
    assertThat(last.phase()).isEqualTo(Part.DRAIN);
    assertThat(last.sent()).isEqualTo(7);
    assertThat(last.endToEndMaxNanos()).hasValue(300);
  }

  /** A second in objects takes more than a kilobyte: six hours of them would be 25 MB. */
  @Test
  void aSecondThatIsOverLeavesNoObjects() {
    int seconds = 6 * 3_600;
    TimelineBuilder builder = new TimelineBuilder(1, seconds, TimelineBuilder.Reader.NONE);
    IntervalSample each = sample(0, 1, 0, 100);
    builder.add(List.of(each));
    long before = heapInUse();
    for (int second = 1; second < seconds; second++) {
      builder.keep(second, usage(0.5));
      builder.add(List.of(new IntervalSample(second, 1, 1, 1, 0, each.endToEnd(), each.service())));
    }

    assertThat(heapInUse() - before).isLessThan(3_000_000);
    assertThat(builder.held(seconds - 1)).isEqualTo(usage(0).held());
  }

  private static long heapInUse() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
