package io.brokerbench.mqtt.messagesight;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.publication.PublishedSize;
import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudyResult.Curve;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.experiment.study.StudyTable.Place;
import io.brokerbench.experiment.study.StudyVariant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MessageSightStudyTest {

  private static final StudySize MEDIUM =
      new StudySize(false, OptionalInt.empty(), Optional.of(RunSize.as(PublishedSize.MEDIUM)));

  private static Study study(StudySize size) {
    return new MessageSightStudy().find("messagesight", size).orElseThrow();
  }

  private static List<StudyVariant> rows(Study study, String family) {
    return study.variants().stream().filter(row -> row.scenario().startsWith(family)).toList();
  }

  @Test
  void eachPublishedRowIsSearchedForOrRun() {
    Study study = study(StudySize.USUAL);

    assertThat(rows(study, "FANIN")).allMatch(row -> row.plan().peak().isPresent());
    assertThat(rows(study, "FANIN"))
        .filteredOn(row -> !row.variant().equals("10 consumers"))
        .extracting(StudyVariant::scenario)
        .hasSize(29)
        .doesNotHaveDuplicates();
    assertThat(rows(study, "FANIN"))
        .filteredOn(row -> row.variant().equals("10 consumers"))
        .hasSize(11);
    assertThat(rows(study, "BROADCAST"))
        .extracting(StudyVariant::variant)
        .containsExactly("32 B", "128 B", "512 B");
    assertThat(rows(study, "CONNBURST")).hasSize(4);
    assertThat(rows(study, "MEMORY")).hasSize(1);
  }

  @Test
  void theSizeIsThatOfTheReport() {
    Scenario load =
        rows(study(MEDIUM), "FANIN.Q1.PERSISTENT.SHARED").get(0).plan().load().orElseThrow();

    assertThat(load.topology().publishers()).isEqualTo(256_000);
    assertThat(load.topology().consumers()).isEqualTo(100);
    assertThat(load.phases().steady()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void aSmallOneHasARowOfEachTable() {
    Study small = study(new StudySize(true, OptionalInt.empty()));

    assertThat(small.variants())
        .extracting(StudyVariant::scenario)
        .containsExactly("FANIN.Q0.SHARED", "BROADCAST", "CONNBURST");
    assertThat(small.variants()).allMatch(row -> row.plan().planned().toSeconds() <= 20);
  }

  @Test
  void theScoreCardHasWhatWasMeasuredBesideThePublishedColumn() {
    StudyCell cell =
        cell(
            "FANIN.Q0.SHARED",
            "100 consumers",
            Map.of(
                "peakPerSecond", 12_345.0,
                "latency.endToEnd.mean", 2e6,
                "latency.endToEnd.p50", 1e6,
                "latency.endToEnd.p95", 3e6,
                "latency.endToEnd.p99", 4e6,
                "latency.endToEnd.stdev", 5e5,
                "backlog.highWaterMark", 77.0));
    StudyTable table = tables(MEDIUM, cell).get(0);

    assertThat(table.note())
        .contains("MessageSight 1.2, 2015, size M (12 cores, 64 GB", "other hardware")
        .doesNotContain("other clients");
    assertThat(table.columns())
        .extracting(StudyTable.Column::title)
        .containsExactly(
            "scenario",
            "broker",
            "variant",
            "rate",
            "published rate, M",
            "average",
            "p50",
            "p95",
            "p99",
            "stdev",
            "most buffered",
            "published most buffered, M",
            "");
    assertThat(values(table))
        .containsExactly(12_345.0, 340_000.0, 2.0, 1.0, 3.0, 4.0, 0.5, 77.0, 5_335.0);
  }

  @Test
  void fewConsumersHaveTheirOwnHighWaterMarkAndNoPublishedRate() {
    StudyTable table =
        tables(MEDIUM, cell("FANIN.Q0.PARTITIONS", "10 consumers", Map.of("peakPerSecond", 9.0)))
            .get(0);

    assertThat(values(table)).containsExactly(9.0, 7_825.0);
  }

  @Test
  void aBurstHasThePublishedLatenciesBesideItsOwn() {
    StudyTable table =
        tables(
                StudySize.USUAL,
                cell(
                    "CONNBURST.SEC",
                    "CONNBURST.SEC",
                    Map.of("connections.peakPerSecond", 900.0, "latency.connect.p99", 2e6)))
            .get(0);

    assertThat(table.title()).isEqualTo("Connection bursts");
    assertThat(table.note()).contains("size S", "These cells had other clients than that.");
    assertThat(values(table)).containsExactly(900.0, 1_800.0, 9.8, 8.1, 22.2, 2.0, 36.7, 7.5);
  }

  @Test
  void theChartsAreThoseOfTheReport() {
    List<StudyCell> cells =
        List.of(
            cell("FANIN.Q0.PARTITIONS", "100 consumers", Map.of("peakPerSecond", 300.0)),
            cell("FANIN.Q0.PARTITIONS", "10 consumers", Map.of("peakPerSecond", 200.0)),
            cell("FANIN.Q0.SHARED", "100 consumers", Map.of("peakPerSecond", 100.0)),
            cell(
                "BROADCAST",
                "128 B",
                Map.of("broadcast.peakEgress", 4e4, "latency.endToEnd.p95", 2e6)),
            cell(
                "CONNBURST",
                "CONNBURST",
                Map.of("latency.connect.p50", 1e6, "latency.connect.p99", 2e6)));
    Study study = study(MEDIUM);
    Map<String, LineChart> charts =
        study.layout().lines(study, cells).stream()
            .collect(Collectors.toMap(LineChart::title, chart -> chart));

    assertThat(charts.get("throughput by consumers").curves())
        .containsExactly(
            new Curve(
                "FANIN.Q0.PARTITIONS",
                "embedded",
                List.of(List.of(10.0, 200.0), List.of(100.0, 300.0))));
    assertThat(charts.get("broadcast: peak egress by payload").curves())
        .contains(
            new Curve("measured", "embedded", List.of(List.of(128.0, 4e4))),
            new Curve(
                "published M",
                "MessageSight 1.2, 2015",
                List.of(List.of(32.0, 5e4), List.of(128.0, 5e4), List.of(512.0, 5e4))));
    assertThat(charts.get("broadcast: latency by payload").curves())
        .containsExactly(new Curve("p95", "embedded", List.of(List.of(128.0, 2.0))));
    assertThat(charts.get("connection bursts: connect latency by percentile").curves())
        .extracting(Curve::label)
        .containsExactly("CONNBURST", "CONNBURST, published M");
  }

  @Test
  void withoutCellsThereAreNoTablesAndNoCharts() {
    Study study = study(MEDIUM);

    assertThat(study.layout().tables(study, List.of())).isEmpty();
    assertThat(study.layout().lines(study, List.of())).isEmpty();
  }

  private static List<StudyTable> tables(StudySize size, StudyCell... cells) {
    Study study = study(size);
    return study.layout().tables(study, List.of(cells));
  }

  private static List<Double> values(StudyTable table) {
    assertThat(table.rows()).hasSize(1);
    return table.rows().get(0).stream()
        .map(Place::value)
        .filter(value -> value.isPresent())
        .map(value -> Math.round(value.getAsDouble() * 1e6) / 1e6)
        .toList();
  }

  private static StudyCell cell(String scenario, String variant, Map<String, Double> figures) {
    return new StudyCell(
        scenario,
        variant,
        "embedded",
        1,
        StudyCell.Status.MEASURED,
        "",
        "",
        "cells/" + scenario + variant,
        List.of(),
        Optional.empty(),
        new EnvironmentProbe().probe(),
        Instant.EPOCH,
        Duration.ofSeconds(1),
        "",
        figures,
        Map.of());
  }
}
