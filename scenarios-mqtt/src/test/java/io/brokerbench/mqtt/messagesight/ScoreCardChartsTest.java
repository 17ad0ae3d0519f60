package io.brokerbench.mqtt.messagesight;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.LineChart;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScoreCardChartsTest {

  private static final String THROUGHPUT = "throughput by consumers";

  private static List<StudyCell> cells(String broker, int scenarios) {
    List<StudyCell> cells = new ArrayList<>();
    new MessageSightReport()
        .scenarios().stream()
            .map(each -> each.name())
            .filter(name -> name.startsWith("FANIN") && !name.endsWith("SINGLE"))
            .limit(scenarios)
            .forEach(
                scenario ->
                    Stream.of("10 consumers", "100 consumers")
                        .map(variant -> cell(scenario, variant, broker))
                        .forEach(cells::add));
    return cells;
  }

  private static StudyCell cell(String scenario, String variant, String broker) {
    return new StudyCell(
        scenario,
        variant,
        broker,
        1,
        StudyCell.Status.MEASURED,
        "",
        "",
        "cells/" + scenario,
        List.of(),
        Optional.empty(),
        new EnvironmentProbe().probe(),
        Instant.EPOCH,
        Duration.ofSeconds(1),
        "plan",
        Map.of("peakPerSecond", 100.0),
        Map.of());
  }

  private static List<LineChart> charts(List<StudyCell> cells) {
    return new ScoreCardCharts(cells, Optional.empty()).charts();
  }

  @Test
  void brokersWithFewCurvesShareAChart() {
    List<StudyCell> both = cells("one", 2);
    both.addAll(cells("two", 2));

    assertThat(charts(both)).extracting(LineChart::title).containsExactly(THROUGHPUT);
  }

  @Test
  void brokersWithManyCurvesHaveChartsOfTheirOwn() {
    List<StudyCell> both = cells("one", 8);
    both.addAll(cells("two", 7));

    List<LineChart> charts = charts(both);
    assertThat(charts)
        .extracting(LineChart::title)
        .containsExactly(THROUGHPUT + ": one", THROUGHPUT + ": two");
    assertThat(charts.get(1).curves())
        .filteredOn(curve -> !curve.label().contains("published"))
        .hasSize(7)
        .allMatch(curve -> curve.broker().equals("two"));
    assertThat(charts(cells("one", 8))).extracting(LineChart::title).containsExactly(THROUGHPUT);
  }
}
