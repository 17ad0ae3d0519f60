package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.experiment.study.StudyTable;
import io.brokerbench.testkit.RequiredProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The score card of the report, on a broker that does nothing but forward, and on Mosquitto. */
class ScoreCardIT {

  private static final String MOSQUITTO = "process:mosquitto";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"null", MOSQUITTO})
  void aScoreCardOfThreeRowsHasWhatWasMeasuredAndWhatWasPublished(String broker) throws Exception {
    if (broker.equals(MOSQUITTO)) {
      RequiredProgram.MOSQUITTO.orSkip();
    }
    Outcome study = study(broker);

    Path kept = folder.resolve("results/study-messagesight");
    StudyResult result = StudyResult.CODEC.read(Files.readString(kept.resolve("study.json")));
    assertThat(result.complete()).as("%s", study).isTrue();
    assertThat(result.cells())
        .extracting(StudyCell::scenario)
        .containsExactlyInAnyOrder("FANIN.Q0.SHARED", "BROADCAST", "CONNBURST");
    assertThat(result.cells())
        .as("%s", study)
        .extracting(StudyCell::status)
        .doesNotContain(StudyCell.Status.FAILED);
    // One whose search a busy machine held up may have found no rate; all others have one.
    assertThat(result.cells())
        .filteredOn(cell -> cell.scenario().equals("FANIN.Q0.SHARED"))
        .filteredOn(cell -> cell.status() != StudyCell.Status.INVALID)
        .allSatisfy(cell -> assertThat(cell.figure("peakPerSecond").orElse(0.0)).isPositive());
    assertThat(rows(result, 0)).hasSize(1).allSatisfy(row -> assertThat(row).contains(330_000.0));
    assertThat(rows(result, 1))
        .as("the egress published and measured, and its latencies")
        .hasSize(1)
        .allSatisfy(row -> assertThat(row).contains(25_000.0).hasSizeGreaterThanOrEqualTo(5));
    assertThat(rows(result, 2))
        .as("the peak and each latency beside the published one, and the mean rate")
        .hasSize(1)
        .allSatisfy(row -> assertThat(row).hasSize(13).contains(33_900.0));
    assertThat(study.out()).contains("published rate, S", "MessageSight 1.2, 2015");
    assertThat(kept.resolve("report.html"))
        .content()
        .contains("Fan-in: the highest rate that is sustained", "connect latency by percentile");
  }

  /** Three cells; a search takes its time on a machine that is busy. */
  private Outcome study(String broker) {
    try (Call call =
        new Tool(folder)
            .start(
                "study",
                "messagesight",
                "--small",
                "--samples",
                "2",
                "--repeats",
                "0",
                "--brokers",
                broker)) {
      return call.end(Duration.ofMinutes(6));
    }
  }

  /** The figures of each row of a table: one row for the broker. */
  private static List<List<Double>> rows(StudyResult result, int table) {
    StudyTable shown = result.tables().get(table);
    return shown.rows().stream()
        .map(row -> row.stream().flatMap(place -> place.value().stream().boxed()).toList())
        .toList();
  }
}
