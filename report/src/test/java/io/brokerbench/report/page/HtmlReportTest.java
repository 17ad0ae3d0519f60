package io.brokerbench.report.page;

import static io.brokerbench.report.page.Examples.chart;
import static io.brokerbench.report.page.Examples.charts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.result.ExampleDrift;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.ReasonCodeCount;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.storm.StormKind;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import io.brokerbench.experiment.study.StudyResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class HtmlReportTest {

  private static final int MOST_BYTES = 500_000;
  private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

  private static final PageContext AROUND =
      new PageContext(
          Optional.of("./brokerbench run FANIN.Q1.SHARED --seed 42"),
          List.of("result.json", "broker.log"));

  private static Map<String, String> pages() {
    return Map.of(
        "run", HtmlReport.of(Examples.run(), AROUND),
        "failover", HtmlReport.of(Examples.failover(), AROUND),
        "connects", HtmlReport.of(Examples.connects(), AROUND),
        "search", HtmlReport.of(Examples.search(), AROUND),
        "ab", HtmlReport.of(Examples.ab(), AROUND),
        "study", HtmlReport.of(study(), AROUND));
  }

  @Test
  void ofGroupsAStormAndReasonCodesAreShown() {
    StormOutcome storm =
        new StormOutcome(
            StormKind.WILL,
            10,
            400,
            250,
            150,
            0,
            9,
            OptionalLong.empty(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());
    List<ReasonCodeCount> codes = List.of(new ReasonCodeCount(AnswerPacket.PUBACK, 0x97, 4));
    RunResult group = new ExampleResult().storm(storm).build().withReasonCodes(Optional.of(codes));
    GroupsResult result =
        new GroupsResult(
            GroupsResult.SCHEMA,
            "FLEET",
            "",
            group.startedAt(),
            group.verdict(),
            List.of(
                new GroupRun("gates", Optional.empty(), group),
                new GroupRun("meters", Optional.empty(), group)));

    for (String html : List.of(HtmlReport.of(group, AROUND), new GroupsPage(result).html(AROUND))) {
      assertThat(NumberText.plain(html))
          .contains(
              "10 clients vanished, ", " 250 of 400 wills", "4 x PUBACK quota exceeded (0x97)");
    }
  }

  @Test
  void pagesAskNobodyForAnythingAndAreSmall() {
    pages()
        .forEach(
            (name, html) -> {
              assertThat(html.length()).as(name).isLessThan(MOST_BYTES);
              assertThat(html)
                  .as(name)
                  .contains("default-src 'none'", "connect-src 'none'")
                  .doesNotContain("sourceMappingURL");
              Matcher address = ADDRESS.matcher(withoutScripts(html));
              assertThat(address.results().map(found -> found.group(1)))
                  .as(name)
                  .allMatch(a -> a.startsWith("./") || a.startsWith("#") || a.equals("data:,"));
            });
  }

  @Test
  void theVerdictComesFirstThenTheFiguresThenTheRest() {
    String html = HtmlReport.of(Examples.run(), AROUND);

    assertThat(html)
        .containsSubsequence(
            "<main",
            Examples.run().verdict().status().name() + "</strong>",
            "End-to-end p99",
            "<h2>Latency</h2>",
            "<h2>Over time</h2>",
            "<h2>Account</h2>",
            "<h2>Scenario</h2>",
            "<h2>Environment</h2>",
            "./brokerbench run FANIN.Q1.SHARED --seed 42",
            "href=\"./result.json\"",
            "<script type=\"application/json\"");
  }

  @Test
  void eachFigureOfTheRunIsOnItsPageByItsPath() {
    String html = HtmlReport.of(Examples.run(), AROUND);

    assertThat(FigureCatalogue.values(Examples.run()).keySet())
        .hasSizeGreaterThan(50)
        .allSatisfy(figure -> assertThat(html).contains(">" + figure.path() + "<"));
  }

  @Test
  void figuresAreThoseOfTheDocument() {
    RunResult run = Examples.run();

    String html = HtmlReport.of(run, AROUND);

    assertThat(html)
        .contains(NumberText.rate(run.throughput().receivedPerSecond()) + "/s")
        .contains(
            "<td class=\"n\">"
                + NumberText.latency(run.latency().of(LatencyKind.END_TO_END).p50Nanos()))
        .contains(
            "<td class=\"n\">"
                + NumberText.latency(run.latency().of(LatencyKind.END_TO_END).p9999Nanos()))
        .contains(
            "<td class=\"n\">"
                + NumberText.latency(run.latency().of(LatencyKind.SERVICE).maxNanos()))
        .contains("at most " + NumberText.count(run.backlog().highWaterMark()));
    JsonNode rates = chart(html, "rates");
    double sent = run.timeline().get(3).sent() * 1e3 / run.timeline().get(3).lengthMillis();
    assertThat(rates.at("/series/0/name").asText()).isEqualTo("sent");
    assertThat(rates.at("/series/0/values/3").asDouble()).isCloseTo(sent, within(1));
    assertThat(rates.at("/xs")).as("without the last part").hasSize(run.timeline().size() - 1);
  }

  private static org.assertj.core.data.Offset<Double> within(double most) {
    return org.assertj.core.data.Offset.offset(most);
  }

  @Test
  void aLongRunHasATableOfWhatGrew() {
    RunResult run = new ExampleResult().drift(ExampleDrift.leak()).build();

    assertThat(HtmlReport.of(run, AROUND))
        .containsSubsequence(
            "<h2>Drift</h2>",
            ">broker memory<",
            ">grows<",
            ">412 MB<",
            ">1.2 MB/h<",
            ">1.0 MB/h .. 1.4 MB/h<",
            ">202 MB, 49 % of its mean<",
            ">broker descriptors<",
            ">flat<");
    assertThat(HtmlReport.of(Examples.run(), AROUND)).doesNotContain("<h2>Drift</h2>");
  }

  @Test
  void whatOthersNamedIsNeverMarkup() {
    String evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\"'&";
    RunResult run = Examples.run();
    Scenario scenario = run.scenario();
    RunResult named =
        with(
            run,
            new Scenario(
                evil,
                evil,
                scenario.topology(),
                scenario.workload(),
                scenario.session(),
                scenario.security(),
                scenario.conditions(),
                scenario.phases()),
            new Verdict(Verdict.Status.FAILED, false, List.of(evil)));

    String html = HtmlReport.of(named, new PageContext(Optional.of(evil), List.of(evil)));

    assertThat(html).doesNotContain("<script>alert", "<img");
    assertThat(html).contains("&lt;script&gt;alert(1)");
    assertThat(count(html, "<script")).isEqualTo(2);
    assertThat(HtmlReport.of(study(), PageContext.NONE)).doesNotContain("<script>alert");
  }

  @Test
  void aRunWithoutADeliveryHasDashesAndNoLimitOfThem() {
    RunResult run = Examples.run();
    Latencies none = new Latencies(Map.of());

    String html = HtmlReport.of(with(run, run.scenario(), none, run.verdict()), AROUND);

    assertThat(html).containsSubsequence("End-to-end p99", "<dd>&ndash;</dd>", "Lost");
    assertThat(html).doesNotContain("at most &ndash;");
  }

  private static RunResult with(RunResult run, Scenario scenario, Verdict verdict) {
    return with(run, scenario, run.latency(), verdict);
  }

  private static RunResult with(
      RunResult run, Scenario scenario, Latencies latencies, Verdict verdict) {
    return run.with()
        .scenario(scenario)
        .latency(latencies)
        .machine(Optional.empty())
        .drift(Optional.empty())
        .verdict(verdict)
        .build();
  }

  @Test
  void eachChartHasItsFiguresInWordsAndInATable() {
    pages()
        .forEach(
            (name, html) -> {
              for (JsonNode chart : charts(html)) {
                assertThat(chart.path("summary").asText()).as(name).isNotBlank();
              }
              int charts = charts(html).size();
              assertThat(charts).as(name).isPositive();
              assertThat(count(html, "<p class=\"summary\">")).as(name).isEqualTo(charts);
              assertThat(count(html, "<table>")).as(name).isPositive();
            });
  }

  @Test
  void aFailoverIsATimelineFromTheFault() {
    RunResult run = Examples.failover();

    String html = HtmlReport.of(run, AROUND);
    JsonNode chart = chart(html, "failover");

    Map<String, JsonNode> rows =
        StreamSupport.stream(chart.path("rows").spliterator(), false)
            .collect(Collectors.toMap(row -> row.path("label").asText(), row -> row));
    assertThat(rows.get("no delivery").at("/marks/0/to").asDouble())
        .isCloseTo(
            (double) run.failover().orElseThrow().course().firstDeliveryNanos().getAsLong(),
            within(1e4));
    assertThat(rows.get("all clients back").at("/marks/0/from").asDouble())
        .isCloseTo(
            (double) run.failover().orElseThrow().course().allBackNanos().getAsLong(), within(1e4));
    assertThat(rows.get("no delivery").path("link").asText())
        .as("its seconds from the start of sending, and three before and after")
        .isEqualTo("#time=12.0-19.9");
    assertThat(html).contains("<a href=\"#time=12.0-19.9\">no delivery</a>");
  }

  @Test
  void aComparisonShowsEachChangeWithItsIntervalAndItsTolerance() {
    JsonNode chart = chart(HtmlReport.of(Examples.ab(), AROUND), "intervals");

    JsonNode gravest = chart.at("/rows/0");
    assertThat(gravest.path("label").asText()).isEqualTo("p99 end-to-end REGRESSED");
    assertThat(gravest.at("/marks/0/from").asDouble()).isEqualTo(11);
    assertThat(gravest.at("/marks/0/to").asDouble()).isEqualTo(26);
    assertThat(gravest.at("/marks/1/from").asDouble()).isEqualTo(18);
    assertThat(gravest.at("/marks/2/from").asDouble()).isEqualTo(10);
    assertThat(chart.at("/rows/1/marks/2/from").asDouble()).as("less is worse").isEqualTo(-5);
  }

  private static StudyResult study() {
    return StudyResult.CODEC.read(Examples.text("study.json"));
  }

  @Test
  void aStudyIsShownAsItsDocumentSays() {
    String html = HtmlReport.of(study(), PageContext.NONE);

    assertThat(html)
        .contains("<td class=\"n\"><a href=\"./cells/q0/result.html\">1.50</a>")
        .contains("<h2>Latency by QoS</h2>", "<caption class=\"hidden\">Latency by QoS</caption>")
        .contains("./brokerbench study EMBEDDED.QOS --small")
        .contains("<dt>process:mosquitto</dt>", "<dd>Mosquitto 2.0.11, process</dd>")
        .contains("0.031");
    assertThat(chart(html, "box-0").at("/rows/0/marks/1/to").asDouble()).isEqualTo(1.75);
    JsonNode lines = chart(html, "lines-0");
    assertThat(lines.path("xs")).hasSize(4);
    assertThat(lines.at("/series/0/values/0").isNull()).isTrue();
    assertThat(chart(html, "fit-1").at("/series/1/values/2").asDouble()).isEqualTo(5_097_000);
  }

  @Test
  void tablesOfOneTitleHaveOneHeading() throws JsonProcessingException {
    ObjectNode study = (ObjectNode) Json.mapper().readTree(Examples.text("study.json"));
    ((ArrayNode) study.path("tables")).add(study.at("/tables/0"));

    String html = HtmlReport.of(StudyResult.CODEC.read(study.toString()), PageContext.NONE);

    assertThat(count(html, "<h2>Latency by QoS</h2>")).isEqualTo(1);
    assertThat(count(html, "<caption class=\"hidden\">Latency by QoS</caption>")).isEqualTo(2);
  }

  @Test
  void aStudyWithoutTestsSaysWhy() throws JsonProcessingException {
    ObjectNode study = (ObjectNode) Json.mapper().readTree(Examples.text("study.json"));
    ((ArrayNode) study.path("tTests")).removeAll();
    study.put("testNote", "Nothing is tested: there is one repetition.");

    assertThat(HtmlReport.of(StudyResult.CODEC.read(study.toString()), PageContext.NONE))
        .contains("<h2>Welch's t-tests</h2>", "Nothing is tested: there is one repetition.")
        .doesNotContain("adjusted p");
  }

  @Test
  void aRunThatOnlyConnectsHasNoChartsOfMessages() {
    assertThat(charts(HtmlReport.of(Examples.connects(), AROUND)).findValuesAsText("id"))
        .contains("percentiles", "cpu")
        .doesNotContain("rates", "backlog");
  }

  @Test
  void whatTheVerdictSaysIsNotSaidAgain() {
    String html = HtmlReport.of(Examples.failover(), AROUND);

    assertThat(html)
        .contains("the broker recovered: deliveries were interrupted for")
        .contains("<li>271 deliveries");
    assertThat(html).doesNotContain("<li>1000 msg/s kept", "<li>1\u202f000 msg/s kept");
  }

  @Test
  void aSearchShowsItsStepsByRate() {
    JsonNode chart = chart(HtmlReport.of(Examples.search(), AROUND), "knee-latency");

    List<Double> xs =
        StreamSupport.stream(chart.path("xs").spliterator(), false)
            .map(JsonNode::asDouble)
            .toList();
    assertThat(xs).isSorted().hasSize(Examples.search().steps().size());
  }

  private static String withoutScripts(String html) {
    return html.replaceAll("(?s)<script.*?</script>|<style.*?</style>", "");
  }

  private static long count(String html, String part) {
    return Stream.iterate(html.indexOf(part), at -> at >= 0, at -> html.indexOf(part, at + 1))
        .count();
  }
}
