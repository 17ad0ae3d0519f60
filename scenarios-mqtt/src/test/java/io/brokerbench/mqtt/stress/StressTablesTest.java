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
        Map.of());
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
    return new StudyCell(
        cell.scenario(),
        cell.variant(),
        cell.broker(),
        cell.repetition(),
        status,
        status == StudyCell.Status.MEASURED ? "" : "FAILED",
        status == StudyCell.Status.MEASURED ? "" : "FAILED: it ended",
        cell.folder(),
        cell.runs(),
        cell.identity(),
        cell.environment(),
        cell.startedAt(),
        cell.took(),
        cell.plan(),
        left,
        cell.series());
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

  @Test
  void theBestSampleWithoutLossStandsBesideWhatWasPublished() {
    StudyTable table =
        table("Brokers that use one core, as far as was seen, beside the paper's local");

    assertThat(row(table, "Mosquitto"))
        .containsExactly(
            "0",
            "Mosquitto",
            "60 000",
            "32 016",
            "80",
            "84.29",
            "75 000",
            "37 983.15",
            "0.5",
            "1.65",
            "");
    assertThat(table.rows().get(0).get(2).cell()).contains("cells/Mosquitto1");
  }

  @Test
  void aBrokerIsSeenToUseSeveralCores() {
    StudyTable table = table("Brokers that use several cores, beside the paper's cloud");

    assertThat(row(table, "Artemis"))
        .containsExactly("0", "Artemis", "40 000", "-", "80", "-", "50 000", "-", "0.5", "-", "");
    assertThat(row(table("Projections"), "Artemis")).endsWith("180", "several");
    assertThat(row(table("Projections"), "Mosquitto")).endsWith("99", "one");
    assertThat(table("Projections").rows().get(1))
        .as("each figure leads to its run")
        .extracting(Place::cell)
        .containsOnly(Optional.empty(), Optional.of("cells/Artemis1"))
        .endsWith(Optional.of("cells/Artemis1"), Optional.of("cells/Artemis1"));
  }

  @Test
  void brokersOfThePaperThatWereNotMeasuredHaveTheirRows() {
    StudyTable table = table("Brokers that use several cores, beside the paper's local");

    assertThat(row(table, "ActiveMQ Classic"))
        .containsExactly(
            "0",
            "ActiveMQ Classic",
            "-",
            "39 479",
            "-",
            "91.78",
            "-",
            "43 014.82",
            "-",
            "2.33",
            "");
  }

  @Test
  void brokersAreRankedByProjectedRate() {
    List<List<Place>> rows = table("Ranking by projected rate").rows();

    assertThat(rows).hasSize(6);
    assertThat(rows.stream().map(row -> row.get(2).text())).startsWith("Mosquitto", "Artemis", "");
    assertThat(rows.stream().map(row -> row.get(3).text()))
        .startsWith("ActiveMQ Classic", "Mosquitto", "Bevywise MQTT Route");
    assertThat(rows.get(0).get(2).cell()).contains("cells/Mosquitto1");
  }

  @Test
  void aBrokerWhoseCpuIsNotSeenHasNeitherRankNorCores() {
    StudyCell unseen =
        without(cells().get(3), StudyCell.Status.MEASURED, "cpu", "Cpu", "projected", "Percent");
    StudyResult result = result(List.of(cells().get(0), unseen));

    assertThat(row(table(result, "Projections"), "Artemis"))
        .containsExactly("0", "Artemis", "40 000", "-", "-", "-", "-", "-", "not seen");
    assertThat(
            table(result, "Ranking by projected rate").rows().stream()
                .map(row -> row.get(2).text())
                .filter(name -> !name.isEmpty()))
        .containsExactly("Mosquitto");
  }

  @Test
  void aBrokerThatFailedHasItsRowAndTwoOfAProductAreToldApart() {
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
    StudyTable table =
        table(result(List.of(cells().get(0), other, failed)), "Brokers that use one core");

    assertThat(row(table, "Artemis")).endsWith("FAILED");
    assertThat(row(table, "Mosquitto (process:mosquitto)")).contains("60 000", "32 016");
    assertThat(row(table, "Mosquitto (mqtt://other)")).contains("1 000", "32 016");
  }
}
