package io.brokerbench.mqtt.messagesight;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.Study;
import io.brokerbench.experiment.study.StudySize;
import io.brokerbench.experiment.study.StudyTable.Place;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScoreCardTest {

  private static final String RATE = "peakPerSecond";
  private static final String LATENCY = "latency.endToEnd.p99";

  /** A row's texts that are figures. */
  private static List<String> row(
      StudyCell.Status status, String scenario, String variant, Map<String, Double> figures) {
    StudyCell cell = ExampleCell.of(status, scenario, variant, "embedded", 1, figures);
    return row(new MessageSightStudy().find("messagesight", StudySize.USUAL).orElseThrow(), cell);
  }

  private static List<String> row(Study study, StudyCell cell) {
    return new ScoreCard(study, List.of(cell), Optional.empty())
        .tables().get(0).rows().get(0).stream()
            .map(Place::text)
            .skip(2)
            .map(NumberText::plain)
            .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "FANIN.Q0.SHARED, 100 consumers, peakPerSecond",
    "BROADCAST, 32 B, broadcast.peakEgress",
    "CONNBURST, CONNBURST, connections.peakPerSecond"
  })
  void whatMetTheLimitOfTheGeneratorIsTheLeast(String scenario, String variant, String figure) {
    Map<String, Double> figures = Map.of(figure, 5_000.0);

    assertThat(row(StudyCell.Status.INVALID, scenario, variant, figures)).contains(">= 5 000");
    assertThat(row(StudyCell.Status.MEASURED, scenario, variant, figures))
        .contains("5 000")
        .doesNotContain(">= 5 000");
    assertThat(row(StudyCell.Status.DOUBTFUL, scenario, variant, figures))
        .doesNotContain(">= 5 000");
  }

  @Test
  void whatWasPublishedHasAllItsDigits() {
    assertThat(row(StudyCell.Status.MEASURED, "CONNBURST.SEC", "CONNBURST.SEC", Map.of()))
        .contains("9.8", "8.1", "22.2", "36.7", "7.5");
  }

  /** A search that met no limit of the broker, in a cell that is doubtful. */
  @Test
  void whatTheSearchSaysIsTheLeastIsTheLeast() {
    StudyCell cell =
        ExampleCell.of(
            StudyCell.Status.DOUBTFUL,
            "FANIN.Q0.SHARED",
            "100 consumers",
            "embedded",
            1,
            Map.of(RATE, 5_000.0));

    assertThat(row(ExampleCell.study(Optional.empty()), ExampleCell.leastPeak(cell)))
        .contains(">= 5 000");
  }

  @Test
  void aLatencyIsNoLeast() {
    assertThat(
            row(
                StudyCell.Status.INVALID,
                "FANIN.Q0.SHARED",
                "100 consumers",
                Map.of(RATE, 5_000.0, LATENCY, 2e6)))
        .contains("2.0")
        .doesNotContain(">= 2.0");
  }

  @Test
  void whatIsNotKnownIsNoLeast() {
    assertThat(row(StudyCell.Status.INVALID, "FANIN.Q0.SHARED", "100 consumers", Map.of()))
        .contains("-")
        .noneMatch(text -> text.contains(">="));
  }
}
