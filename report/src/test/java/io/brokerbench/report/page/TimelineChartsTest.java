package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.TimelineInterval.Part;
import io.brokerbench.report.html.LineChart;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimelineChartsTest {

  private static final List<TimelineInterval> TIMELINE = Examples.run().timeline();

  /** Its 41 deliveries in 264 ms would be a fall of all rates. */
  @Test
  void aLastIntervalOfLessThanASecondIsNoPoint() {
    TimelineCharts charts = new TimelineCharts(TIMELINE, List.of(), OptionalLong.empty());

    LineChart rates = charts.charts().get(0);
    assertThat(rates.xs()).hasSize(20).last().isEqualTo(19.5);
    assertThat(rates.series().get(0).values()).last().isEqualTo(10_002.0);
    assertThat(rates.axes().x().most()).isEqualTo(20);
    assertThat(rates.places()).extracting(LineChart.Place::label).containsExactly("warm-up");
    assertThat(charts.table().rows()).hasSize(20);
    assertThat(charts.table().caption())
        .isEqualTo("The run second by second, without the last 0.3 s, in which 41 were received");
  }

  @Test
  void aLastIntervalOfASecondAndAnOnlyOneArePoints() {
    assertThat(charts(TIMELINE.subList(0, 20)).get(0).xs()).hasSize(20);
    assertThat(charts(TIMELINE.subList(20, 21)).get(0).xs()).hasSize(1);
  }

  /** Those of a short warm-up are as long as that. */
  @Test
  void aPointStandsForAsManySecondsAsThoseOfTheLongestPhase() {
    List<TimelineInterval> hours =
        IntStream.range(0, 7_202)
            .mapToObj(i -> DownsampledTimelineTest.interval(i, i < 2 ? Part.WARM_UP : Part.STEADY))
            .toList();
    assertThat(charts(hours).get(0).summary()).endsWith(" Each point stands for 13.0 s.");
  }

  private static List<LineChart> charts(List<TimelineInterval> timeline) {
    return new TimelineCharts(timeline, List.of(), OptionalLong.empty()).charts();
  }

  /** The chart has the backlog of each second's end, the tile the most of any time: so has it. */
  @Test
  void theChartOfTheBacklogHasTheFigureOfTheTile() {
    RunResult run = Examples.run();
    long most = run.backlog().highWaterMark();

    String html = HtmlReport.of(run, PageContext.NONE);

    String figure = "at most " + NumberText.count(most);
    JsonNode chart = Examples.chart(html, "backlog");
    assertThat(html).contains("<dt>Backlog</dt>\n<dd>" + figure);
    assertThat(chart.path("summary").asText()).endsWith("at any time of the run, " + figure + ".");
    assertThat(chart.at("/series/1/style").asText()).isEqualTo("LEVEL");
    chart.at("/series/1/values").forEach(value -> assertThat(value.asLong()).isEqualTo(most));
    chart.at("/series/0/values").forEach(v -> assertThat(v.asLong()).isLessThanOrEqualTo(most));
  }
}
