package io.brokerbench.core.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.drift.DriftKind;
import io.brokerbench.core.drift.Trend;
import io.brokerbench.core.result.ExampleDrift;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DriftTextTest {

  private static final Drift LEAK = ExampleDrift.leak();

  @Test
  void whatGrowsIsNamedWithItsRateItsIntervalAndItsWeek() {
    assertThat(DriftText.findings(LEAK))
        .containsExactly(
            "broker memory grows by 1.2 MB/h (99.5 % CI 1.0 MB/h .. 1.4 MB/h): about 202 MB in a"
                + " week, 49 % of its mean of 412 MB");
  }

  @Test
  void theOthersAreNamedByTheirCourse() {
    assertThat(NumberText.plain(DriftText.summary(LEAK)))
        .endsWith(
            "; falls: end-to-end p99; stepped: generator memory (by 5.0 MB at 34 min); cannot be"
                + " said: generator CPU per message; flat: broker descriptors");
  }

  @Test
  void onlyACourseThatIsShownHasAWeek() {
    Map<DriftKind, String> weeks = new EnumMap<>(DriftKind.class);
    LEAK.trends().forEach((kind, trend) -> weeks.put(kind, DriftText.inAWeek(kind, trend)));

    assertThat(weeks)
        .containsEntry(DriftKind.BROKER_RSS, "202 MB, 49 % of its mean")
        .containsEntry(DriftKind.BROKER_DESCRIPTORS, "0, 0 % of its mean")
        .containsEntry(DriftKind.GENERATOR_RSS, "\u2013")
        .containsEntry(DriftKind.GENERATOR_CPU, "\u2013");
  }

  @Test
  void aFigureIsTheGrowthInAWeekWhereOneIsShown() {
    RunResult run = new ExampleResult().drift(LEAK).build();

    assertThat(value(run, "drift.brokerRss")).isCloseTo(1.2 * 168 / 412, within(1e-9));
    assertThat(value(run, "drift.generatorRss")).isZero();
    assertThat(value(run, "drift.endToEndP99")).isZero();
    assertThat(value(run, "drift.growing")).isEqualTo(1);
    assertThat(value(run, "drift.uncertain")).isZero();
    assertThat(FigureCatalogue.find("drift.generatorHeap").in(run)).isEmpty();
    assertThat(FigureCatalogue.find("drift.growing").in(new ExampleResult().build())).isEmpty();
  }

  @Test
  void whatTheToolItselfHoldsDoesNotCount() {
    Trend grows = LEAK.trends().get(DriftKind.BROKER_RSS);
    Trend uncertain = LEAK.trends().get(DriftKind.GENERATOR_CPU);
    Drift drift =
        new Drift(
            Map.of(
                DriftKind.GENERATOR_HEAP, grows,
                DriftKind.GENERATOR_RSS, grows,
                DriftKind.BROKER_THREADS, grows,
                DriftKind.GENERATOR_CPU, uncertain,
                DriftKind.END_TO_END_P50, uncertain,
                DriftKind.END_TO_END_P99, uncertain));
    RunResult run = new ExampleResult().drift(drift).build();

    assertThat(value(run, "drift.growing")).isEqualTo(1);
    assertThat(value(run, "drift.uncertain")).isEqualTo(2);
    assertThat(DriftText.findings(drift)).hasSize(3);
  }

  private static double value(RunResult run, String path) {
    return FigureCatalogue.find(path).in(run).orElseThrow();
  }

  @Test
  void aThresholdOfAGrowthIsCrossedByOneThatIsShown() {
    RunResult run =
        new ExampleResult()
            .drift(LEAK)
            .thresholds("drift.brokerRss>10%", "drift.generatorRss>10%", "drift.growing>0")
            .build();

    assertThat(ThresholdCheck.of(run))
        .extracting(ThresholdCheck::isCrossed)
        .containsExactly(true, false, true);
    assertThat(ThresholdCheck.of(run).get(0).measured())
        .isEqualTo("growth of broker memory in a week 49 %");
  }

  @Test
  void aSlopeIsInTheUnitOfItsSeries() {
    Map<DriftKind, String> slopes = new EnumMap<>(DriftKind.class);
    for (DriftKind kind : DriftKind.values()) {
      slopes.put(kind, DriftText.perHour(kind, -1_500));
    }

    assertThat(slopes.get(DriftKind.GENERATOR_HEAP)).isEqualTo("-1.5 kB/h");
    assertThat(slopes.get(DriftKind.BROKER_CPU)).isEqualTo("-1.5 us/h");
    assertThat(NumberText.plain(slopes.get(DriftKind.BROKER_THREADS))).isEqualTo("-1 500/h");
  }
}
