package io.brokerbench.mqtt.messagesight;

import io.brokerbench.core.publication.RunSize;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudySize;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

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
        Map.of(),
        Optional.empty());
  }

  /** The same, of which a search said that the broker sustains at least its rate. */
  static StudyCell leastPeak(StudyCell cell) {
    return cell.withLowerBounds(Optional.of(List.of("peakPerSecond")));
  }

  /** The study at a size. */
  static Study study(Optional<RunSize> size) {
    return new MessageSightStudy()
        .find("messagesight", new StudySize(false, OptionalInt.empty(), size))
        .orElseThrow();
  }
}
