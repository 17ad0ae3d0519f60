package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TurnMeterTest {

  private static final RunResult RUN = new ExampleResult().timelineSeconds(40).build();

  private static Scenario scenario(String on, String off, String begin) {
    return ScenarioChange.set("workload.onOff.on", on)
        .and("workload.onOff.off", off)
        .and("workload.onOff.begin", begin)
        .applyTo(RUN.scenario());
  }

  /** Hears of a second most of whose latencies are 1 ms, and the greatest this. */
  private static void hear(TurnMeter meter, long millis) {
    Histogram second = new Histogram(3);
    if (millis > 0) {
      second.recordValueWithCount(1_000_000, 100);
      second.recordValueWithCount(millis * 1_000_000, 4);
    }
    meter.onLatencies(second, second);
  }

  private static double figure(Map<Figure, Double> figures, String path) {
    return figures.get(FigureCatalogue.find(path));
  }

  @Test
  void oneTurnOfThreeThatStumblesHasNoPartInIt() {
    TurnMeter meter = new TurnMeter(scenario("400ms", "600ms", "100ms"));
    for (long millis : new long[] {7, 900, 5}) {
      hear(meter, millis);
    }

    Map<Figure, Double> figures = meter.figures(RUN);
    assertThat(figure(figures, "latency.endToEnd.p99")).isCloseTo(7e6, within(1e4));
    assertThat(figure(figures, "latency.endToEnd.p50")).isCloseTo(1e6, within(1e4));
    assertThat(figures).doesNotContainKey(FigureCatalogue.find("throughput.received"));
  }

  /** What a broker delivers late, while the other side has the load, is of its own turn. */
  @Test
  void aTurnLastsUntilTheNextOfTheSameSide() {
    TurnMeter meter = new TurnMeter(scenario("1s", "1s", "1s"));
    for (long millis : new long[] {900, 2, 30, 2, 40, 2, 50}) {
      hear(meter, millis);
    }

    assertThat(figure(meter.figures(RUN), "latency.endToEnd.p99")).isCloseTo(40e6, within(1e5));
  }

  @Test
  void turnsInWhichNothingCameHaveNoLatency() {
    TurnMeter meter = new TurnMeter(scenario("400ms", "600ms", "0s"));
    hear(meter, 0);
    hear(meter, 0);

    assertThat(meter.figures(RUN)).isEmpty();
  }

  @Test
  void theCapacityIsTheRateInTheSecondsInWhichTheLoadIsOn() {
    Scenario closed =
        ScenarioChange.set("workload.load.type", "closed")
            .and("workload.load.window", 1)
            .applyTo(scenario("1s", "3s", "2s"));
    TurnMeter meter = new TurnMeter(closed);
    List<Long> steady =
        RUN.timeline().stream()
            .filter(each -> each.phase() == TimelineInterval.Part.STEADY)
            .map(TimelineInterval::received)
            .toList();
    double mean =
        IntStream.range(0, steady.size())
            .filter(i -> i % 4 == 2)
            .mapToLong(steady::get)
            .average()
            .orElseThrow();

    assertThat(figure(meter.figures(RUN), "throughput.received"))
        .isPositive()
        .isCloseTo(mean, within(1e-6));
  }
}
