package io.brokerbench.mqtt.messagesight;

import static io.brokerbench.core.publication.PublishedSize.LARGE;
import static io.brokerbench.core.publication.PublishedSize.MEDIUM;
import static io.brokerbench.core.publication.PublishedSize.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.definition.ScenarioChange;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.publication.Publications;
import io.brokerbench.core.publication.PublishedScenario;
import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every figure of the report, as it was printed. */
class MessageSightReportTest {

  private static final Figure HIGH_WATER_MARK = FigureCatalogue.find("backlog.highWaterMark");
  private static final Figure EGRESS = FigureCatalogue.find("broadcast.peakEgress");
  private static final Figure CONNECTS = FigureCatalogue.find("connections.peakPerSecond");

  private final MessageSightReport report = new MessageSightReport();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FANIN.Q0.SINGLE | 140000 | 140000 | 140000 | 1
          FANIN.SEC.Q0.JMS.SINGLE | 250000 | 220000 | 260000 | 1
          FANIN.Q0.SHARED | 330000 | 340000 | 380000 | 100
          FANIN.Q0.PARTITIONS | 420000 | 450000 | 470000 | 100
          FANIN.SEC.Q0.PARTITIONS | 270000 | 300000 | 400000 | 100
          FANIN.Q0.JMS.PARTITIONS | 340000 | 460000 | 550000 | 100
          FANIN.SEC.Q0.JMS.PARTITIONS | 250000 | 275000 | 320000 | 100
          FANIN.SEC.Q0.JMS.SHARED | 250000 | 270000 | 250000 | 100
          FANIN.Q1.PERSISTENT.PARTITIONS | 38000 | 40000 | 45000 | 100
          FANIN.SEC.Q1.PERSISTENT.PARTITIONS | 38000 | 40000 | 44000 | 100
          FANIN.SEC.Q1.PERSISTENT.JMS.PARTITIONS | 9000 | 9000 | 9000 | 100
          FANIN.Q1.PERSISTENT.SHARED | 40000 | 40000 | 44000 | 100
          FANIN.SEC.Q1.PERSISTENT.SHARED | 38000 | 44000 | 46000 | 100
          FANIN.Q1.PERSISTENT.JMS.SHARED | 9000 | 9000 | 9000 | 100
          FANIN.SEC.Q1.PERSISTENT.JMS.SHARED | 9000 | 9000 | 9000 | 100
          FANIN.SEC.Q2.PERSISTENT.PARTITIONS | 26000 | 30000 | 34000 | 100
          FANIN.SEC.Q2.PERSISTENT.JMS.PARTITIONS | 9000 | 9000 | 9000 | 100
          FANIN.Q2.PERSISTENT.SHARED | 28000 | 32000 | 33000 | 100
          FANIN.SEC.Q2.PERSISTENT.SHARED | 28000 | 33000 | 34000 | 100
          FANIN.Q2.PERSISTENT.JMS.SHARED | 9000 | 9000 | 9000 | 100
          FANIN.SEC.Q2.PERSISTENT.JMS.SHARED | 9000 | 9000 | 9000 | 100
          FANIN.Q0.HA.PARTITIONS | 390000 | 480000 | 490000 | 100
          FANIN.Q1.HA.PERSISTENT.PARTITIONS | 18000 | 20000 | 25000 | 100
          FANIN.SEC.Q1.HA.PERSISTENT.PARTITIONS | 17000 | 20000 | 25000 | 100
          FANIN.SEC.Q1.HA.PERSISTENT.SHARED | 20000 | 27000 | 37000 | 100
          FANIN.SEC.Q1.HA.PERSISTENT.JMS.PARTITIONS | 5000 | 6000 | 7000 | 100
          FANIN.SEC.Q1.HA.PERSISTENT.JMS.SHARED | 5000 | 5000 | 6000 | 100
          """)
  void theRateOfEachFanInRowIsThatOfTheScoreCard(
      String name, double small, double medium, double large, int consumers) {
    PublishedScenario published = published(name);

    assertThat(values(published, FigureCatalogue.SUSTAINABLE, consumers))
        .containsExactly(small, medium, large);
    assertThat(published.main().orElseThrow().consumers()).hasValue(consumers);
    assertThat(published.at(FigureCatalogue.SUSTAINABLE, MEDIUM)).hasValue(medium);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FANIN.Q0.PARTITIONS | 10 | 1288 | 7825 | 8424
          FANIN.Q0.PARTITIONS | 100 | 144 | 275 | 223
          FANIN.SEC.Q0.PARTITIONS | 100 | 77 | 66 | 125
          FANIN.SEC.Q1.PERSISTENT.PARTITIONS | 10 | 347 | 706 | 970
          FANIN.SEC.Q1.PERSISTENT.PARTITIONS | 100 | 111 | 280 | 462
          FANIN.SEC.Q2.PERSISTENT.PARTITIONS | 10 | 429 | 712 | 1099
          FANIN.SEC.Q2.PERSISTENT.PARTITIONS | 100 | 83 | 317 | 909
          FANIN.Q0.JMS.PARTITIONS | 10 | 4374 | 3812 | 27686
          FANIN.Q0.JMS.PARTITIONS | 100 | 216 | 6075 | 11484
          FANIN.SEC.Q0.JMS.PARTITIONS | 10 | 785 | 1229 | 13871
          FANIN.SEC.Q0.JMS.PARTITIONS | 100 | 122 | 145 | 315
          FANIN.Q0.SHARED | 100 | 1502 | 5335 | 3871
          FANIN.Q0.HA.PARTITIONS | 10 | 1720 | 2826 | 2257
          FANIN.Q0.HA.PARTITIONS | 100 | 128 | 312 | 407
          FANIN.Q1.HA.PERSISTENT.PARTITIONS | 10 | 275 | 221 | 459
          FANIN.Q1.HA.PERSISTENT.PARTITIONS | 100 | 169 | 172 | 246
          FANIN.SEC.Q1.HA.PERSISTENT.PARTITIONS | 10 | 89 | 149 | 535
          FANIN.SEC.Q1.HA.PERSISTENT.PARTITIONS | 100 | 138 | 212 | 299
          FANIN.SEC.Q1.HA.PERSISTENT.SHARED | 10 | 6835 | 2785 | 6232
          FANIN.SEC.Q1.HA.PERSISTENT.SHARED | 100 | 13718 | 23330 | 30683
          FANIN.SEC.Q1.HA.PERSISTENT.JMS.PARTITIONS | 10 | 436 | 321 | 1007
          FANIN.SEC.Q1.HA.PERSISTENT.JMS.PARTITIONS | 100 | 184 | 228 | 218
          FANIN.SEC.Q1.HA.PERSISTENT.JMS.SHARED | 10 | 1686 | 2853 | 1020
          FANIN.SEC.Q1.HA.PERSISTENT.JMS.SHARED | 100 | 9247 | 9369 | 9042
          """)
  void theMostBufferedMessagesAreThoseOfTheAppendix(
      String name, int consumers, double small, double medium, double large) {
    assertThat(values(published(name), HIGH_WATER_MARK, consumers))
        .containsExactly(small, medium, large);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CONNBURST | SMALL | 33900 | 0.7 | 0.4 | 0.7 | 0.8 | 14.8
          CONNBURST | MEDIUM | 31500 | 0.8 | 0.4 | 0.6 | 1.4 | 15.9
          CONNBURST | LARGE | 31800 | 0.9 | 0.4 | 0.6 | 1.3 | 17.2
          CONNBURST.SEC | SMALL | 1800 | 9.8 | 8.1 | 22.2 | 36.7 | 7.5
          CONNBURST.SEC | MEDIUM | 1800 | 3.7 | 3.2 | 6.2 | 9.3 | 1.7
          CONNBURST.SEC | LARGE | 1800 | 3.4 | 2.9 | 4.6 | 7.9 | 3.6
          CONNBURST.SEC.ECDHE | SMALL | 1400 | 2.7 | 1.0 | 14.4 | 33.4 | 6.2
          CONNBURST.SEC.ECDHE | MEDIUM | 1400 | 6.0 | 5.5 | 9.2 | 14.0 | 2.0
          CONNBURST.SEC.ECDHE | LARGE | 1400 | 5.4 | 4.9 | 7.2 | 11.4 | 3.9
          CONNBURST.SEC.PSK | SMALL | 1400 | 0.9 | 0.9 | 1.1 | 1.3 | 0.5
          CONNBURST.SEC.PSK | MEDIUM | 1400 | 1.1 | 1.0 | 1.3 | 1.5 | 0.5
          CONNBURST.SEC.PSK | LARGE | 1400 | 1.2 | 1.1 | 1.4 | 1.9 | 1.6
          """)
  void eachBurstHasItsRateAndItsLatencies(
      String name,
      PublishedSize size,
      double perSecond,
      double mean,
      double p50,
      double p95,
      double p99,
      double stdev) {
    PublishedScenario published = published(name);

    assertThat(published.at(CONNECTS, size)).hasValue(perSecond);
    assertThat(
            List.of("mean", "p50", "p95", "p99", "stdev").stream()
                .map(it -> FigureCatalogue.find("latency.connect." + it))
                .map(it -> published.at(it, size).orElseThrow() / 1e6))
        .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : 1)
        .containsExactly(mean, p50, p95, p99, stdev);
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 128, 512})
  void theBroadcastHasTheSamePeakWithEachPayload(int payload) {
    assertThat(published("BROADCAST").values())
        .filteredOn(value -> value.payloadBytes().equals(OptionalInt.of(payload)))
        .singleElement()
        .satisfies(
            value -> {
              assertThat(value.figure()).isEqualTo(EGRESS);
              assertThat(value.at(SMALL)).hasValue(25_000);
              assertThat(value.at(MEDIUM)).hasValue(50_000);
              assertThat(value.at(LARGE)).hasValue(100_000);
            });
  }

  @Test
  void nothingElseIsPublished() {
    assertThat(report.scenarios()).hasSize(34);
    assertThat(named("FANIN")).hasSize(29);
    assertThat(named("FANIN")).filteredOn(name -> name.contains(".HA.")).hasSize(6);
    assertThat(named("CONNBURST")).hasSize(4);
    assertThat(report.scenarios())
        .filteredOn(published -> published.values().isEmpty())
        .extracting(PublishedScenario::name)
        .containsExactly("FANIN.SEC.Q0.SHARED", "FANIN.Q2.PERSISTENT.PARTITIONS");
    assertThat(report.scenarios().stream().mapToInt(published -> published.values().size()).sum())
        .isEqualTo(27 + 24 + 3 + 4 * 6);
  }

  /** The page for users has each row, with the same figures. */
  @Test
  void theDocumentationHasTheRatesOfEachRow() throws IOException {
    String page = Files.readString(Path.of("../docs/scenarios.md"));

    for (PublishedScenario published : report.scenarios()) {
      String rates =
          Arrays.stream(PublishedSize.values())
              .map(size -> published.at(FigureCatalogue.SUSTAINABLE, size))
              .map(rate -> rate.isPresent() ? grouped(rate.getAsDouble()) : "")
              .collect(Collectors.joining(" | "));
      if (published.name().startsWith("FANIN")) {
        assertThat(page).contains("| `" + published.name() + "` | " + rates + " |\n");
      }
    }
  }

  private static String grouped(double rate) {
    return String.format(Locale.ROOT, "%,.0f", rate).replace(',', ' ');
  }

  @Test
  void itIsFoundAmongThePublications() {
    assertThat(Publications.load().of(scenario("FANIN.Q0.SHARED")))
        .hasValueSatisfying(found -> assertThat(found.title()).isEqualTo(report.title()));
    assertThat(Publications.load().of(scenario("FANIN.Q0.SHARED").withName("MINE"))).isEmpty();
  }

  private String text(Scenario scenario) {
    return NumberText.plain(report.text(scenario, List.of()).orElse(""));
  }

  @Test
  void itsWordsHaveAllDigitsThatWerePrinted() {
    assertThat(text(scenario("CONNBURST"))).contains("14.8 ms (S), 15.9 ms (M), 17.2 ms (L)");
    assertThat(text(scenario("FANIN.Q0.PARTITIONS")))
        .contains(
            "1 288 (S), 7 825 (M), 8 424 (L) " + HIGH_WATER_MARK.title() + " with 10 consumers");
  }

  /** Then the number of bytes is of no meaning. */
  @Test
  void payloadsOfSeveralSizesWereNotPublished() {
    Scenario original = scenario("FANIN.Q0.SHARED");
    Scenario several =
        ScenarioChange.parse(
                "workload.payload.sizes={shape: LOG_NORMAL, least: 24, most: 99, mean: 32,"
                    + " deviation: 4}")
            .applyTo(original);

    assertThat(text(original)).contains("330 000/s");
    assertThat(text(several)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"topology.publishers, 7", "workload.load.rate, 1", "phases.steady, 1s"})
  void anotherSizeIsTheSameWork(String path, String value) {
    assertThat(
            report.find(
                ScenarioChange.parse(path + "=" + value).applyTo(scenario("FANIN.Q0.SHARED"))))
        .isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "workload.qos, 1",
    "workload.retain, true",
    "topology.distribution, PARTITIONS",
    "session.persistent, true",
    "conditions.highAvailability, true"
  })
  void whatSendsSomethingElseWasNotPublished(String path, String value) {
    assertThat(
            report.find(
                ScenarioChange.parse(path + "=" + value).applyTo(scenario("FANIN.Q0.SHARED"))))
        .isEmpty();
  }

  @Test
  void anotherCipherWasNotPublished() {
    Scenario scenario = scenario("CONNBURST.SEC");

    assertThat(report.find(scenario)).isPresent();
    assertThat(
            report.find(
                ScenarioChange.set("security.cipher", "TLS_AES_256_GCM_SHA384").applyTo(scenario)))
        .isEmpty();
  }

  private Scenario scenario(String name) {
    return MessageSightReport.original(name);
  }

  private PublishedScenario published(String name) {
    return report.find(scenario(name)).orElseThrow();
  }

  private List<String> named(String family) {
    return report.scenarios().stream()
        .map(PublishedScenario::name)
        .filter(name -> name.startsWith(family))
        .toList();
  }

  private static List<Double> values(PublishedScenario published, Figure figure, int consumers) {
    return List.of(
        published.at(figure, consumers, SMALL).orElseThrow(),
        published.at(figure, consumers, MEDIUM).orElseThrow(),
        published.at(figure, consumers, LARGE).orElseThrow());
  }
}
