package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.cell.StudyCell;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cells of the score card that were measured nowhere. */
final class ExampleCell {

  private ExampleCell() {}

  /** One with some figures, and no samples. */
  static StudyCell of(
      StudyCell.Status status,
      String scenario,
      String variant,
      String broker,
      int repetition,
      Map<String, Double> figures) {
    return new StudyCell(
        scenario,
        variant,
        broker,
        repetition,
        status,
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
