package io.brokerbench.mqtt.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyAnalysis;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyResult.Bar;
import io.brokerbench.experiment.study.StudyResult.BarChart;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every figure of the paper in tables and charts, against values that were written down from its
 * pages 11 to 13, apart from those that the tables are made of.
 */
class PublishedTablesTest {

  private static final Study STUDY =
      new StressStudy().find("stress", StudySize.USUAL).orElseThrow().withBrokers(List.of());
  private static final StudyResult RESULT = new StudyAnalysis(STUDY, List.of()).result("again");

  /** The rows of Tables 6 to 9, in their order. */
  private static final List<String> ROWS =
      List.of(
          "peak rate, msg/s published",
          "peak rate, msg/s delivered",
          "CPU, % of a core",
          "projected, msg/s published",
          "projected, msg/s delivered",
          "mean latency, ms");

  private static StudyTable table(int number) {
    return RESULT.tables().stream()
        .filter(table -> table.title().startsWith("Table " + number + ": "))
        .findFirst()
        .orElseThrow();
  }

  private static BarChart chart(int number) {
    return RESULT.bars().stream()
        .filter(chart -> chart.title().contains(" of Table " + number + ","))
        .findFirst()
        .orElseThrow();
  }

  private static double bar(int number, String label) {
    List<Bar> bars =
        chart(number).bars().stream().filter(bar -> bar.label().equals(label)).toList();
    assertThat(bars).as(label).hasSize(1);
    assertThat(bars.get(0).counts()).isTrue();
    return bars.get(0).value();
  }

  /** Where a broker stands among the columns of a QoS. */
  private static int column(StudyTable table, int qos, String broker) {
    return IntStream.range(1, table.columns().size())
        .filter(
            at ->
                table
                    .columns()
                    .get(at)
                    .fullTitle()
                    .equals("QoS " + qos + ": " + broker + ", paper"))
        .reduce(
            (one, other) -> {
              throw new AssertionError(broker + " is there twice");
            })
        .orElseThrow(() -> new AssertionError(broker + " is not there"));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "tables-6-to-9.csv", numLinesToSkip = 1)
  void aFigureOfRatesIsAsItIsPrinted(
      int number,
      int qos,
      String broker,
      double peak,
      double cpu,
      double projected,
      double latency) {
    StudyTable table = table(number);
    int column = column(table, qos, broker);

    assertThat(table.rows())
        .extracting(row -> row.get(column).value().orElseThrow())
        .containsExactly(peak, peak, cpu, projected, projected, latency);
    assertThat(table.rows())
        .extracting(row -> Double.parseDouble(row.get(column).text().replace("\u202f", "")))
        .as("as they are shown")
        .containsExactly(peak, peak, cpu, projected, projected, latency);
    assertThat(bar(number, "QoS %d, %s, paper".formatted(qos, broker))).isEqualTo(projected);
    assertThat(BigDecimal.valueOf(peak / cpu * 100).setScale(2, RoundingMode.HALF_UP))
        .as("recomputed")
        .isEqualByComparingTo(BigDecimal.valueOf(projected));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "tables-10-and-11.csv", numLinesToSkip = 1)
  void aLatencyIsAsItIsPrinted(int number, String broker, double qos0, double qos1, double qos2) {
    List<Place> row =
        table(number).rows().stream()
            .filter(one -> one.get(0).text().equals(broker + ", paper"))
            .findFirst()
            .orElseThrow();

    assertThat(row.subList(1, 4))
        .extracting(place -> place.value().orElseThrow())
        .containsExactly(qos0, qos1, qos2);
    assertThat(row.subList(1, 4))
        .extracting(place -> Double.parseDouble(place.text()))
        .containsExactly(qos0, qos1, qos2);
    assertThat(
            Stream.of(0, 1, 2)
                .map(qos -> bar(number, "QoS %d, %s, paper".formatted(qos, broker)))
                .toList())
        .containsExactly(qos0, qos1, qos2);
  }

  @ParameterizedTest
  @CsvSource({"6, 6, 6", "7, 6, 6", "8, 12, 6", "9, 12, 6", "10, 3, 6", "11, 3, 6"})
  void nothingElseIsInTheTables(int number, int figures, int rows) {
    StudyTable table = table(number);
    boolean ofLatencies = number >= 10;
    assertThat(table.columns()).hasSize(1 + figures);
    assertThat(table.rows()).hasSize(rows);
    assertThat(chart(number).bars()).hasSize(ofLatencies ? 18 : figures);
    if (!ofLatencies) {
      assertThat(table.rows())
          .extracting(row -> row.get(0).text().replace("all cores", "a core"))
          .isEqualTo(ROWS);
      assertThat(table.columns().subList(1, 1 + figures))
          .extracting(column -> column.group().orElseThrow())
          .isSorted();
    }
  }

  @Test
  void theTablesAndChartsAreThereInTheOrderOfTheirNumbers() {
    assertThat(RESULT.tables().subList(0, 6))
        .extracting(table -> table.title().replaceFirst(":.*", ""))
        .containsExactly("Table 6", "Table 7", "Table 8", "Table 9", "Table 10", "Table 11");
    assertThat(RESULT.bars())
        .extracting(BarChart::title)
        .containsExactly(
            "Projected rates of Table 6, as in the paper's Figures 6, 8, 9 and 11",
            "Projected rates of Table 7, as in the paper's Figures 6, 8, 9 and 11",
            "Projected rates of Table 8, as in the paper's Figures 6, 8, 9 and 11",
            "Projected rates of Table 9, as in the paper's Figures 6, 8, 9 and 11",
            "Latencies of Table 10, as in the paper's Figures 7 and 10",
            "Latencies of Table 11, as in the paper's Figures 7 and 10");
  }

  @ParameterizedTest
  @CsvSource({
    "6, Projected message processing rates of non-scalable brokers at 100% process CPU usage (local"
        + " test results). Mosquitto and Bevywise are fixed thread/single thread broker"
        + " implementations. They cannot scale up to use all cores available in the system.",
    "7, Projected message processing rates of non-scalable brokers at 100% process CPU usage (cloud"
        + " test results). Mosquitto and Bevywise are fixed thread/single thread broker"
        + " implementations. They cannot scale up to use all the cores available in the system.",
    "8, Projected message processing rates of scalable brokers at 100% system CPU usage (local test"
        + " results). All the brokers listed in this table are scalable in nature and can use all"
        + " cores available in the system.",
    "9, Projected message processing rates of scalable brokers at 100% system CPU usage (cloud test"
        + " results). All the brokers listed in this table are scalable in nature and can use all"
        + " cores available in the system.",
    "10, Latency comparison of all the brokers in local test environment.",
    "11, Latency comparison of all the brokers in the cloud evaluation environment."
  })
  void aTableHasTheCaptionThatIsPrinted(int number, String caption) {
    assertThat(table(number).note()).startsWith("The paper's caption: \"" + caption + "\"");
  }

  @Test
  void notesSayThatThePaperLeavesItsRateOpen() {
    for (int number = 6; number <= 9; number++) {
      assertThat(table(number).note())
          .contains("The paper does not say whether its rates count messages published or")
          .contains("each message published is delivered 15 times");
    }
    assertThat(StressCatalog.scenario(Qos.AT_MOST_ONCE).topology().fanOut()).isEqualTo(15);
  }

  @Test
  void theTextsRankingsThatDifferFromTheTablesAreFour() {
    StudyTable table =
        RESULT.tables().stream()
            .filter(one -> one.title().startsWith("Rankings of the paper's text"))
            .findFirst()
            .orElseThrow();

    assertThat(table.note()).startsWith("The 4 of its 12 rankings that differ");
    assertThat(table.rows().stream().map(PublishedTablesTest::ranked).distinct())
        .containsExactly("rate local 2", "latency local 2", "latency cloud 0", "latency cloud 1");
    assertThat(ranking(table, "rate local 2", 4))
        .containsExactly(
            "ActiveMQ Classic", "Mosquitto", "VerneMQ", "Bevywise MQTT Route", "HiveMQ CE", "");
    assertThat(ranking(table, "rate local 2", 5))
        .containsExactly(
            "ActiveMQ Classic", "Mosquitto", "EMQX", "VerneMQ", "Bevywise MQTT Route", "HiveMQ CE");
    assertThat(ranking(table, "latency local 2", 4))
        .containsExactly(
            "EMQX", "Mosquitto", "Bevywise MQTT Route", "HiveMQ CE", "VerneMQ", "ActiveMQ Classic");
    assertThat(ranking(table, "latency local 2", 5))
        .containsExactly(
            "Mosquitto", "Bevywise MQTT Route", "ActiveMQ Classic", "VerneMQ", "HiveMQ CE", "EMQX");
    assertThat(ranking(table, "latency cloud 0", 4))
        .containsExactly("Mosquitto", "EMQX", "VerneMQ", "Bevywise MQTT Route", "HiveMQ CE", "");
    assertThat(ranking(table, "latency cloud 0", 5))
        .containsExactly(
            "Mosquitto", "EMQX", "VerneMQ", "ActiveMQ Classic", "Bevywise MQTT Route", "HiveMQ CE");
    assertThat(ranking(table, "latency cloud 1", 4))
        .containsExactly("Mosquitto", "Bevywise MQTT Route", "VerneMQ", "EMQX", "HiveMQ CE", "");
    assertThat(ranking(table, "latency cloud 1", 5))
        .containsExactly(
            "Mosquitto", "Bevywise MQTT Route", "VerneMQ", "ActiveMQ Classic", "EMQX", "HiveMQ CE");
  }

  private static String ranked(List<Place> row) {
    return row.get(0).text() + " " + row.get(1).text() + " " + row.get(2).text();
  }

  private static List<String> ranking(StudyTable table, String ranked, int column) {
    return table.rows().stream()
        .filter(row -> ranked(row).equals(ranked))
        .map(row -> row.get(column).text())
        .toList();
  }
}
