package io.brokerbench.mqtt.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import io.brokerbench.core.result.BrokerUsage;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyAnalysis;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Column;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StressTablesTest {

  private static final Study STUDY =
      new StressStudy()
          .find("stress", StudySize.USUAL)
          .orElseThrow()
          .withBrokers(List.of("process:mosquitto", "embedded:artemis"));

  private static StudyCell cell(
      String selector,
      String product,
      int sample,
      StudyCell.Status status,
      double rate,
      double cpu,
      double most) {
    return new StudyCell(
        "STRESS.Q0",
        "STRESS.Q0",
        selector,
        sample,
        status,
        status == StudyCell.Status.MEASURED ? "" : "LOSS",
        status == StudyCell.Status.MEASURED ? "" : "LOSS: 3 messages never came",
        "cells/" + product + sample,
        List.of("run.json"),
        Optional.of(new BrokerIdentity(product, "1", Origin.PROCESS, selector)),
        new EnvironmentProbe().probe(),
        Instant.EPOCH,
        Duration.ofSeconds(1),
        "00000000",
        Map.of(
            "peakPerSecond",
            rate,
            "broker.cpu",
            cpu / 100,
            "broker.cpuOfSystem",
            cpu / 200,
            "projectedPerCore",
            BrokerUsage.atFullCpu(rate, cpu),
            "projectedPerSystem",
            BrokerUsage.atFullCpu(rate, cpu / 2),
            "greatestCpuPercentOfCore",
            most,
            "latency.endToEnd.mean",
            0.5e6 * sample),
        Map.of(),
        Optional.empty());
  }

  private static List<StudyCell> cells() {
    StudyCell.Status ok = StudyCell.Status.MEASURED;
    return List.of(
        cell("process:mosquitto", "Mosquitto", 1, ok, 60_000, 80, 99),
        cell("process:mosquitto", "Mosquitto", 2, StudyCell.Status.DOUBTFUL, 90_000, 99, 99),
        cell("process:mosquitto", "Mosquitto", 3, ok, 50_000, 70, 99),
        cell("embedded:artemis", "Artemis", 1, ok, 40_000, 160, 180));
  }

  private static StudyResult result() {
    return result(cells());
  }

  private static StudyResult result(List<StudyCell> cells) {
    return new StudyAnalysis(STUDY, cells).result("./brokerbench study stress");
  }

  /** The same cell without the figures with such names. */
  private static StudyCell without(StudyCell cell, StudyCell.Status status, String... words) {
    Map<String, Double> left = new TreeMap<>(cell.figures());
    left.keySet().removeIf(name -> Stream.of(words).anyMatch(name::contains));
    return cell.with()
        .status(status)
        .remark(status == StudyCell.Status.MEASURED ? "" : "FAILED")
        .reason(status == StudyCell.Status.MEASURED ? "" : "FAILED: it ended")
        .figures(left)
        .build();
  }

  private static StudyTable table(String title) {
    return table(result(), title);
  }

  private static StudyTable table(StudyResult result, String title) {
    return result.tables().stream()
        .filter(table -> table.title().startsWith(title))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> row(StudyTable table, String broker) {
    return table.rows().stream()
        .filter(row -> row.get(1).text().equals(broker))
        .findFirst()
        .orElseThrow()
        .stream()
        .map(entry -> entry.text().replace('\u202f', ' '))
        .toList();
  }

  /** A column by its group and title: a place of each row. */
  private static List<Place> column(StudyTable table, String title) {
    for (int i = 0; i < table.columns().size(); i++) {
      int at = i;
      if (table.columns().get(i).fullTitle().equals(title)) {
        return table.rows().stream().map(row -> row.get(at)).toList();
      }
    }
    throw new AssertionError("no column " + title + " in " + table.columns());
  }

  private static List<String> texts(StudyTable table, String title) {
    return column(table, title).stream().map(place -> place.text().replace('\u202f', ' ')).toList();
  }

  @Test
  void theBestSampleWithoutLossStandsBesideThePapersInBothReadings() {
    StudyTable table = table("Table 6");

    assertThat(texts(table, "")).first().isEqualTo("peak rate, msg/s published");
    assertThat(texts(table, "QoS 0: Mosquitto 1.4.15, paper"))
        .containsExactly("32 016", "32 016", "84.29", "37 983.15", "37 983.15", "1.65");
    assertThat(texts(table, "QoS 0: Mosquitto 1, measured"))
        .as("60 000 deliveries a second are 4 000 messages to 15 subscribers")
        .containsExactly("4 000", "60 000", "80", "5 000", "75 000", "0.5");
    assertThat(column(table, "QoS 0: Mosquitto 1, measured"))
        .extracting(place -> place.cell().orElseThrow())
        .containsOnly("cells/Mosquitto1");
    assertThat(table.columns())
        .extracting(StudyTable.Column::title)
        .startsWith("", "Mosquitto 1.4.15, paper", "Mosquitto 1, measured");
  }

  @Test
  void aBrokerIsSeenToUseSeveralCores() {
    assertThat(texts(table("Table 9"), "QoS 0: Artemis 1, measured"))
        .containsExactly("2 670", "40 000", "80", "3 330", "50 000", "0.5");
    assertThat(table("Table 7").columns())
        .extracting(StudyTable.Column::title)
        .doesNotContain("Artemis 1, measured");
    StudyTable projections = table("Projections");
    assertThat(row(projections, "Artemis 1"))
        .containsExactly(
            "0", "Artemis 1", "40 000", "160", "25 000", "80", "50 000", "180", "several", "");
    assertThat(row(projections, "Mosquitto 1")).endsWith("99", "one", "");
    assertThat(projections.rows().get(1))
        .as("each figure leads to its run")
        .extracting(Place::cell)
        .containsOnly(Optional.empty(), Optional.of("cells/Artemis1"))
        .endsWith(Optional.of("cells/Artemis1"), Optional.of("cells/Artemis1"), Optional.empty());
  }

  @Test
  void latenciesHaveATableOfTheirOwn() {
    StudyTable table = table("Table 10");

    assertThat(table.rows())
        .extracting(row -> row.get(0).text())
        .startsWith("Mosquitto 1.4.15, paper", "Mosquitto 1, measured")
        .endsWith("EMQX 4.0.8, paper", "Artemis 1, measured");
    assertThat(table.rows().get(1))
        .extracting(Place::text)
        .containsExactly("Mosquitto 1, measured", "0.5", "-", "-");
    assertThat(table.note())
        .as("all samples count")
        .isEqualTo(
            "The paper's caption: \"Latency comparison of all the brokers in local test"
                + " environment.\"");
  }

  @Test
  void barsHaveBothReadingsAndLeadToTheirCells() {
    assertThat(result().bars().get(0).bars())
        .extracting(bar -> bar.label() + " = " + Math.round(bar.value()) + " " + bar.series())
        .startsWith(
            "QoS 0, Mosquitto 1.4.15, paper = 37983 paper",
            "QoS 0, Mosquitto 1, measured, published = 5000 published",
            "QoS 0, Mosquitto 1, measured, delivered = 75000 delivered",
            "QoS 0, Bevywise MQTT Route 2.0, paper = 33533 paper");
    assertThat(result().bars().get(0).bars().get(1).cell()).contains("cells/Mosquitto1");
  }

  @Test
  void brokersAreRankedByProjectedRate() {
    List<List<Place>> rows = table("Ranking by projected rate").rows();

    assertThat(rows).hasSize(6);
    assertThat(rows.stream().map(row -> row.get(2).text()))
        .startsWith("Mosquitto 1", "Artemis 1", "");
    assertThat(rows.stream().map(row -> row.get(3).text()))
        .startsWith("ActiveMQ Classic", "Mosquitto", "Bevywise MQTT Route");
    assertThat(rows.get(0).get(2).cell()).contains("cells/Mosquitto1");
  }

  @Test
  void aBrokerWhoseCpuIsNotSeenHasNeitherRankNorCores() {
    StudyCell unseen =
        without(cells().get(3), StudyCell.Status.MEASURED, "cpu", "Cpu", "projected", "Percent");
    StudyResult result = result(List.of(cells().get(0), unseen));

    assertThat(row(table(result, "Projections"), "Artemis 1"))
        .containsExactly("0", "Artemis 1", "40 000", "-", "-", "-", "-", "-", "not seen", "");
    assertThat(
            table(result, "Ranking by projected rate").rows().stream()
                .map(row -> row.get(2).text())
                .filter(name -> !name.isEmpty()))
        .containsExactly("Mosquitto 1");
  }

  @Test
  void whatDoesNotCountIsSaidBesideItsProjectionsAndItsRateIsTheLeast() {
    StudyCell limited = without(cells().get(0), StudyCell.Status.INVALID);
    StudyResult result = result(List.of(limited));

    assertThat(row(table(result, "Projections"), "Mosquitto 1"))
        .contains("\u2265 60 000")
        .endsWith("INVALID");
    assertThat(texts(table(result, "Table 6"), "QoS 0: Mosquitto 1, measured"))
        .contains("\u2265 4 000", "\u2265 60 000", "INVALID");
    StudyCell late = limited.withLowerBounds(Optional.of(List.of("latency.endToEnd.mean")));
    assertThat(result(List.of(late)).bars())
        .flatExtracting(StudyResult.BarChart::bars)
        .extracting(StudyResult.Bar::label)
        .contains("QoS 0, Mosquitto 1, measured, at least");
  }

  /** Its CPU is not seen, so that the paper has to say how many cores it uses. */
  @Test
  void aBrokerOnAnotherMachineStandsBesideThePapersOfItsProduct() {
    StudyCell remote =
        without(
            cell("mqtt://far", "HiveMQ CE", 1, StudyCell.Status.MEASURED, 9_000, 50, 50),
            StudyCell.Status.MEASURED,
            "cpu",
            "Cpu",
            "projected",
            "Percent");
    StudyResult result = result(List.of(remote));

    assertThat(table(result, "Table 8").columns())
        .extracting(Column::title)
        .contains("HiveMQ CE 1, measured");
    assertThat(table(result, "Table 6").columns())
        .extracting(Column::title)
        .doesNotContain("HiveMQ CE 1, measured");
    assertThat(row(table(result, "Projections"), "HiveMQ CE 1")).contains("not seen");
  }

  @Test
  void aBrokerThatFailedHasItsColumnAndTwoOfAProductAreToldApart() {
    StudyCell failed =
        without(
            cells().get(3),
            StudyCell.Status.FAILED,
            "cpu",
            "Cpu",
            "projected",
            "PerSecond",
            "latency");
    StudyCell other =
        cell("mqtt://other", "Mosquitto", 1, StudyCell.Status.MEASURED, 1_000, 50, 50);
    StudyResult result = result(List.of(cells().get(0), other, failed));
    StudyTable table = table(result, "Table 6");

    assertThat(texts(table, "")).endsWith("status");
    assertThat(texts(table, "QoS 0: Artemis 1, measured"))
        .containsExactly("-", "-", "-", "-", "-", "-", "FAILED");
    assertThat(texts(table, "QoS 0: Mosquitto (process:mosquitto) 1, measured"))
        .contains("60 000")
        .endsWith("");
    assertThat(texts(table, "QoS 0: Mosquitto (mqtt://other) 1, measured")).contains("1 000");
    assertThat(table(result, "Table 11").note())
        .endsWith(" * does not count: Tables 6 to 9 have the status");
    assertThat(table(result, "Table 11").rows())
        .filteredOn(row -> row.get(0).text().startsWith("Artemis"))
        .extracting(row -> row.get(1).text())
        .containsExactly("-*");
  }
}
