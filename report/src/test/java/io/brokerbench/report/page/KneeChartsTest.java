package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.report.html.Axis;
import io.brokerbench.report.html.LineChart;
import io.brokerbench.report.html.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KneeChartsTest {

  /** Steps from 20 000 to 97 000 messages per second, and one at 1 500 000. */
  private static SearchResult withOutlier() {
    return Examples.search(
        search -> ((ObjectNode) search.at("/steps/4")).put("offeredPerSecond", 1_500_000.0));
  }

  private static LineChart latency(SearchResult search) {
    return new KneeCharts(search.steps(), OptionalDouble.of(77_525), step -> "").charts().get(0);
  }

  @Test
  void oneOutlierDoesNotSqueezeTheOthers() {
    LineChart chart = latency(withOutlier());

    Axis offered = chart.axes().x();
    assertThat(offered.least()).isEqualTo(20_000);
    assertThat(offered.most()).isBetween(96_907.0, 100_000.0);
    assertThat(chart.xs().stream().filter(offered::isBeyond)).containsExactly(1_500_000.0);
    assertThat(chart.summary())
        .endsWith("At the edge, far beyond the axis: 1\u202f500\u202f000/s.");
  }

  @Test
  void stepsThatAreNotFarApartHaveTheWholeAxis() {
    LineChart chart = latency(Examples.search());

    assertThat(chart.axes().x().most()).isNaN();
    assertThat(chart.xs()).noneMatch(chart.axes().x()::isBeyond);
    assertThat(chart.summary()).doesNotContain("edge");
  }

  @Test
  void stepsThatSayNothingAboutTheBrokerAreApartFromThoseThatWereNotSustained() {
    List<Series> series = latency(Examples.search()).series();

    assertThat(series)
        .filteredOn(line -> !line.counts())
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.name()).isEqualTo("p99, does not count");
              assertThat(line.values().stream().filter(value -> !value.isNaN())).hasSize(2);
            });
    assertThat(series)
        .filteredOn(line -> line.name().equals("p99, not sustained"))
        .singleElement()
        .satisfies(line -> assertThat(line.values().stream().filter(v -> !v.isNaN())).hasSize(1));
  }

  /** The highest rate of all was the generator's limit. */
  @Test
  void theSummaryIsOfStepsThatCount() {
    assertThat(latency(Examples.search()).summary())
        .contains("at 20\u202f000/s", "at 79\u202f100/s")
        .doesNotContain("96\u202f900");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GENERATOR_LIMITED", "NETWORK_LIMITED", "DISTURBED"})
  void stepsThatWereHeldUpAreNotSummedUp(String outcome) {
    LineChart none =
        latency(
            Examples.search(
                search ->
                    search
                        .at("/steps")
                        .forEach(
                            step -> ((ObjectNode) step.get("verdict")).put("outcome", outcome))));
    assertThat(none.summary()).isEqualTo("From the intended send time.");
  }

  @Test
  void aPointLeadsToThePageOfItsStep() {
    PageContext pages =
        new PageContext(Optional.empty(), List.of(), Set.of("step-01.html"), false, Map.of());

    String html = HtmlReport.of(Examples.search(), pages);

    JsonNode chart = Examples.chart(html, "knee-carried");
    List<String> links = new ArrayList<>();
    for (int i = 0; i < chart.path("xs").size(); i++) {
      links.add(
          Math.round(chart.at("/xs/" + i).asDouble()) + " " + chart.at("/links/" + i).asText());
    }
    assertThat(links)
        .contains("20000 ./step-01.html", "53979 ./step-02.json", "79076 ./step-06.json")
        .hasSize(7);
  }
}
