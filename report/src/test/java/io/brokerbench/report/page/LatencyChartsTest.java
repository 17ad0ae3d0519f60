package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.report.html.LineChart;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyChartsTest {

  @Test
  void theCurveGoesThroughThePercentilesOfTheDocument() {
    LatencySummary latency = Examples.run().latency().of(LatencyKind.END_TO_END);

    LineChart chart = chart(Map.of("end-to-end", latency));

    assertThat(at(chart, 2)).isEqualTo(latency.p50Nanos());
    assertThat(at(chart, 20)).isEqualTo(latency.p95Nanos());
    assertThat(at(chart, 100)).isEqualTo(latency.p99Nanos());
    assertThat(at(chart, 1_000)).isEqualTo(latency.p999Nanos());
    assertThat(at(chart, 10_000)).isEqualTo(latency.p9999Nanos());
    assertThat(at(chart, latency.count())).isEqualTo(latency.maxNanos());
    assertThat(chart.xs()).isSorted();
  }

  @Test
  void aDistributionOfFewerValuesEndsWhereItHasNoMoreToTell() {
    Histogram few = new Histogram(3);
    few.recordValue(1_000);
    few.recordValue(3_000);

    LineChart chart = chart(Map.of("few", LatencySummary.of(few), "many", many()));

    List<Double> values =
        chart.series().stream()
            .filter(series -> series.name().equals("few"))
            .findFirst()
            .orElseThrow()
            .values();
    assertThat(values.get(chart.xs().indexOf(2.0))).isEqualTo((double) few.getMaxValue());
    assertThat(values.get(chart.xs().indexOf(20.0))).isNaN();
  }

  @Test
  void emptyDistributionsAreLeftOut() {
    LineChart chart = chart(Map.of("none", LatencySummary.of(new Histogram(3)), "many", many()));

    assertThat(chart.series()).extracting(series -> series.name()).containsExactly("many");
  }

  private static LatencySummary many() {
    return Examples.run().latency().of(LatencyKind.END_TO_END);
  }

  private static LineChart chart(Map<String, LatencySummary> latencies) {
    return LatencyCharts.percentiles("id", "title", "summary", latencies);
  }

  /** In nanoseconds, which the document has whole. */
  private static long at(LineChart chart, long inverse) {
    return Math.round(chart.series().get(0).values().get(chart.xs().indexOf((double) inverse)));
  }
}
