package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The score card of the report, on a broker that does nothing but forward. */
class ScoreCardIT {

  @TempDir Path folder;

  @Test
  void aScoreCardOfThreeRowsHasWhatWasMeasuredAndWhatWasPublished() throws Exception {
    Outcome study =
        CallHere.run(
            folder,
            "study",
            "messagesight",
            "--small",
            "--samples",
            "2",
            "--repeats",
            "0",
            "--brokers",
            "null");

    Path kept = folder.resolve("study-messagesight");
    StudyResult result = StudyResult.CODEC.read(Files.readString(kept.resolve("study.json")));
    assertThat(result.complete()).as("%s", study).isTrue();
    assertThat(result.cells())
        .extracting(StudyCell::scenario)
        .containsExactly("FANIN.Q0.SHARED", "BROADCAST", "CONNBURST");
    assertThat(result.cells())
        .as("%s", study)
        .extracting(StudyCell::status)
        .doesNotContain(StudyCell.Status.FAILED);
    assertThat(first(result, 0)).satisfies(it -> assertThat(it.get(0)).isPositive());
    assertThat(first(result, 0)).element(1).isEqualTo(330_000.0);
    assertThat(first(result, 1)).element(1).isEqualTo(25_000.0);
    assertThat(first(result, 2)).element(1).isEqualTo(33_900.0);
    assertThat(first(result, 2)).as("each latency beside the published one").hasSize(12);
    assertThat(study.out()).contains("published rate, S", "MessageSight 1.2, 2015");
    assertThat(kept.resolve("report.html"))
        .content()
        .contains("Fan-in: the highest rate that is sustained", "connect latency by percentile");
  }

  /** The figures of the only row of a table. */
  private static List<Double> first(StudyResult result, int table) {
    StudyTable shown = result.tables().get(table);
    assertThat(shown.rows()).hasSize(1);
    return shown.rows().get(0).stream().flatMap(place -> place.value().stream().boxed()).toList();
  }
}
