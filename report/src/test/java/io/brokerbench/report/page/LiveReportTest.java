package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.stage.BrokerIntervalReading;
import io.brokerbench.core.engine.stage.FaultEvent;
import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunTotals;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.experiment.cell.CellStep;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LiveReportTest {

  private final ManualClock clock = new ManualClock(0);
  private final LiveReport report = new LiveReport("FANIN.Q0.SHARED", clock);

  @Test
  void eachSecondIsAPoint() throws JsonProcessingException {
    report.onProgress(progress(Phase.CONNECT, 0));
    report.onProgress(progress(Phase.WARM_UP, 0));
    for (int tick = 1; tick <= 20; tick++) {
      clock.advance(Duration.ofMillis(200));
      report.onProgress(progress(tick <= 10 ? Phase.WARM_UP : Phase.STEADY, tick * 200L));
    }

    JsonNode state = Json.mapper().readTree(report.state());

    assertThat(state.at("/facts/phase").asText()).isEqualTo("steady, 3 s of 10 s");
    assertThat(state.at("/facts/latency").asText()).isEqualTo("p99 2.0 ms");
    assertThat(state.at("/facts/others").asText()).isEqualTo("40 % of a core");
    JsonNode rates = chart(state, "rates");
    assertThat(rates.path("xs")).hasSize(4);
    assertThat(rates.at("/xs/3").asDouble()).isEqualTo(3.5);
    assertThat(rates.at("/series/0/values/3").asDouble()).isEqualTo(1_000);
    assertThat(rates.at("/places/0/label").asText()).isEqualTo("warm-up");
    assertThat(chart(state, "cpu").at("/series/0/values/0").asDouble()).isEqualTo(60);
  }

  @Test
  void agentsAreToldWhereThereAreSomeTheSlowestFirst() throws JsonProcessingException {
    assertThat(Json.mapper().readTree(report.state()).at("/facts").has("agents")).isFalse();
    report.onAgents(
        List.of(new AgentProgress("a", 10, 2_000, 500), new AgentProgress("b", 1_000, 1_000, 490)));
    assertThat(agentsShown()).isEqualTo("b 1 490/s, 1 000 connected; a 2 500/s, 10 connected");
    report.onAgents(
        IntStream.range(0, 20).mapToObj(i -> new AgentProgress("a" + i, 1, i, 0)).toList());
    assertThat(agentsShown())
        .startsWith("a0 0/s, 1 connected; a1 1/s, 1 connected; ")
        .endsWith("; a15 15/s, 1 connected; and 4 more");
  }

  private String agentsShown() throws JsonProcessingException {
    return NumberText.plain(Json.mapper().readTree(report.state()).at("/facts/agents").asText());
  }

  @Test
  void runsThatFollowEachOtherAreOnOneAxisAndEachCountsAnew() throws JsonProcessingException {
    for (int run = 0; run < 2; run++) {
      report.onProgress(progress(Phase.CONNECT, 0));
      clock.advance(Duration.ofSeconds(3));
      report.onProgress(progress(Phase.STEADY, 0));
      clock.advance(Duration.ofSeconds(1));
      report.onProgress(progress(Phase.STEADY, 500));
    }

    JsonNode rates = chart(Json.mapper().readTree(report.state()), "rates");

    assertThat(rates.path("xs").toString()).isEqualTo("[0.5,4.5]");
    assertThat(rates.at("/series/0/values").toString()).isEqualTo("[500,500]");
  }

  @Test
  void aLongRunTakesNoMoreRoomThanAShortOne() throws JsonProcessingException {
    report.onProgress(progress(Phase.STEADY, 0));
    for (int second = 1; second <= 5_000; second++) {
      clock.advance(Duration.ofSeconds(1));
      report.onProgress(progress(Phase.STEADY, second * 100L));
    }

    JsonNode rates = chart(Json.mapper().readTree(report.state()), "rates");

    assertThat(rates.path("xs").size()).isBetween(100, TimelineCharts.MOST);
    for (JsonNode rate : rates.at("/series/0/values")) {
      assertThat(rate.asDouble()).isEqualTo(100);
    }
  }

  @Test
  void whatTheBrokerHoldsAndTellsIsAmongTheCharts() throws JsonProcessingException {
    report.onProgress(progress(Phase.STEADY, 0));
    for (int second = 1; second <= 2; second++) {
      clock.advance(Duration.ofSeconds(1));
      report.onBroker(
          new BrokerIntervalReading(
              OptionalLong.of(second * 1_000_000L),
              new BrokerMetrics(
                  OptionalLong.of(second), OptionalLong.empty(), OptionalLong.of(9))));
      report.onProgress(progress(Phase.STEADY, second * 100L));
    }

    JsonNode state = Json.mapper().readTree(report.state());

    assertThat(chart(state, "memory").at("/series/0/values").toString())
        .isEqualTo("[1000000,2000000]");
    assertThat(chart(state, "reported").at("/series/0/values").toString()).isEqualTo("[1,2]");
  }

  /** Those of the run under way, whose steady state they are of. */
  @Test
  void latenciesSoFarAreACurveOverTheirPercentiles() throws JsonProcessingException {
    Histogram before = new Histogram(3);
    before.recordValueWithCount(77_000_000, 1_000);
    report.onLatencies(before, before);
    report.onProgress(progress(Phase.CONNECT, 0));
    report.onProgress(progress(Phase.STEADY, 0));
    assertThat(report.state()).doesNotContain("percentiles");
    for (int second = 0; second < 2; second++) {
      Histogram latencies = new Histogram(3);
      latencies.recordValueWithCount(500_000, 99);
      latencies.recordValue(2_000_000);
      Histogram service = new Histogram(2);
      service.recordValueWithCount(400_000, 100);
      report.onLatencies(latencies, service);
    }

    JsonNode curve = chart(Json.mapper().readTree(report.state()), "percentiles");

    assertThat(curve.path("summary").asText())
        .isEqualTo(
            "In the steady state so far: half within 500 us, 99 % within 500 us, the slowest after"
                + " 2.0 ms; from when they were sent, half within 401 us, 99 % within 401 us, the"
                + " slowest after 401 us. Deliveries that catch up after an absence are among"
                + " them.");
    assertThat(curve.at("/series/0/name").asText()).isEqualTo("end-to-end");
    assertThat(curve.at("/series/1/name").asText()).isEqualTo("service");
    assertThat(curve.path("xs").get(curve.path("xs").size() - 1).asDouble()).isEqualTo(200);
  }

  @Test
  void aFaultIsMarkedWhereItWasDoneAndUndone() throws JsonProcessingException {
    clock.advance(Duration.ofSeconds(5));
    report.onProgress(progress(Phase.STEADY, 0));
    long start = clock.nanoTime();
    report.onFault(new FaultEvent(FaultKind.STOP, "a", false, start + 1_500_000_000L));
    report.onFault(new FaultEvent(FaultKind.STOP, "a", true, start + 3_250_000_000L));
    clock.advance(Duration.ofSeconds(1));
    report.onProgress(progress(Phase.STEADY, 100));

    JsonNode rates = chart(Json.mapper().readTree(report.state()), "rates");

    assertThat(rates.path("places").toString())
        .isEqualTo(
            "[{\"label\":\"fault\",\"from\":1.5,\"to\":1.5},"
                + "{\"label\":\"undone\",\"from\":3.25,\"to\":3.25}]");
  }

  @Test
  void theStepsOfASearchThatAreOverAreItsKneeSoFar() throws JsonProcessingException {
    List<SearchStep> steps = Examples.search().steps();
    assertThat(report.state()).doesNotContain("knee-latency");
    report.onStep(steps.get(1));
    report.onStep(steps.get(0));

    JsonNode state = Json.mapper().readTree(report.state());

    assertThat(chart(state, "knee-latency").path("xs"))
        .extracting(x -> Math.round(x.asDouble()))
        .containsExactly(20_000L, 53_979L);
    assertThat(chart(state, "knee-cpu").path("series").size()).isEqualTo(2);
  }

  @Test
  void theKneeIsThatOfThePartUnderWay() throws JsonProcessingException {
    List<SearchStep> steps = Examples.search().steps();
    report.begin("round 1, baseline");
    report.onStep(steps.get(0));
    report.begin("round 1, candidate");
    assertThat(report.state()).doesNotContain("knee-latency");
    report.onStep(steps.get(1));
    assertThat(chart(Json.mapper().readTree(report.state()), "knee-latency").path("xs").size())
        .isEqualTo(1);
  }

  @Test
  void whatIsPartOfALargerWorkSaysSo() throws JsonProcessingException {
    report.begin("cell 3 of 12");
    assertThat(phase()).isEqualTo("cell 3 of 12: begins");
    report.onProgress(progress(Phase.STEADY, 0));
    assertThat(phase()).isEqualTo("cell 3 of 12: steady, 3 s of 10 s");
    report.begin("cell 4 of 12");
    assertThat(phase()).isEqualTo("cell 4 of 12: begins");
    report.onStep(new CellStep("storing", "120 MB of 500 MB", 0.24));
    assertThat(phase()).isEqualTo("cell 4 of 12: storing, 120 MB of 500 MB");
    report.onProgress(progress(Phase.STEADY, 0));
    assertThat(phase()).isEqualTo("cell 4 of 12: steady, 3 s of 10 s");
  }

  private String phase() throws JsonProcessingException {
    return Json.mapper().readTree(report.state()).at("/facts/phase").asText();
  }

  @Test
  void thePageWaitsForStates() {
    assertThat(report.page()).contains("\"live\":true", "connect-src 'self'", "id=\"phase\"");
  }

  @Test
  void theHeadNamesScenarioAndBrokerOnceTheyAreKnown() throws JsonProcessingException {
    assertThat(report.page())
        .contains("<h1>FANIN.Q0.SHARED</h1>", "<p id=\"subject\">The broker is not up yet.</p>");

    report.begin(Examples.run().scenario(), Examples.run().broker());

    String subject = "FANIN.Q1.PERSISTENT.SHARED on Artemis 2.55.0, embedded";
    assertThat(report.page()).contains("<p id=\"subject\">" + subject + "</p>");
    assertThat(Json.mapper().readTree(report.state()).at("/facts/subject").asText())
        .isEqualTo(subject);
  }

  private static JsonNode chart(JsonNode state, String id) {
    for (JsonNode chart : state.path("charts")) {
      if (chart.path("id").asText().equals(id)) {
        return chart;
      }
    }
    throw new AssertionError("no chart " + id);
  }

  private static Progress progress(Phase phase, long sent) {
    return new Progress(
        phase,
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        1_010,
        1_010,
        1_000,
        990,
        41,
        2_000_000,
        OptionalDouble.of(0.6),
        0.25,
        OptionalDouble.of(0.4),
        new RunTotals(sent, sent, sent, sent, 1e9),
        new IntervalLatency(500_000, 2_000_000, 4_000_000, 9_000_000));
  }
}
