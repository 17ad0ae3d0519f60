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

  @Test
  void eachClassOfTheHistogramHasItsShareOfTheValues() {
    Histogram half = new Histogram(3);
    half.recordValueWithCount(1_050_000, 3);
    half.recordValueWithCount(1_100_000, 3);
    half.recordValueWithCount(2_000_000, 2);

    LineChart chart =
        LatencyCharts.distribution("id", "title", Map.of("half", LatencySummary.of(half)));

    List<Double> shares = chart.series().get(0).values();
    assertThat(shares).first().isEqualTo(0.0);
    assertThat(shares).last().isEqualTo(0.0);
    assertThat(shares.subList(1, shares.size() - 1)).startsWith(75.0).endsWith(25.0);
    assertThat(shares.stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(100);
    assertThat(chart.xs().get(1)).as("the middle of its class").isBetween(1.05e6, 1.1e6);
    assertThat(chart.axes().x().logarithmic()).isTrue();
  }

  @Test
  void theHistogramHasEachValueOfTheDocumentAndMarksItsPercentiles() {
    LatencySummary latency = many();

    LineChart chart = LatencyCharts.distribution("id", "title", Map.of("end-to-end", latency));

    assertThat(chart.series().get(0).values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(100, org.assertj.core.data.Offset.offset(1e-6));
    assertThat(chart.places())
        .extracting(place -> place.label() + " " + (long) place.from())
        .containsExactly(
            "p50 " + latency.p50Nanos(),
            "p95 " + latency.p95Nanos(),
            "p99 " + latency.p99Nanos(),
            "p99.9 " + latency.p999Nanos());
    assertThat(chart.summary())
        .isEqualTo(
            "Of end-to-end, 90 % of the values lie between 2.8 ms and 389 ms. The marks are its"
                + " percentiles.");
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
