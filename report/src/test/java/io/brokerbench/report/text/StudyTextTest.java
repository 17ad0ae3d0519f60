package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.experiment.study.StudyResult;
import io.brokerbench.report.file.StudyCsv;
import io.brokerbench.report.file.StudyMarkdown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StudyTextTest {

  /** A study that was recorded, with a cell that became doubtful. */
  private static StudyResult result() throws IOException {
    try (InputStream in = StudyResult.class.getResourceAsStream("stress-recorded.json")) {
      String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String doubtful =
          json.replaceFirst(
              "\"status\":\"MEASURED\",\"remark\":\"\",\"reason\":\"\"",
              "\"status\":\"DOUBTFUL\",\"remark\":\"LOSS\",\"reason\":\"LOSS: 3 messages never"
                  + " came\"");
      return StudyResult.CODEC.read(doubtful);
    }
  }

  @Test
  void theTextHasEightyColumnsButForFoldersAndLeadsToTheCells() throws IOException {
    String text = new StudyText(false).of(result(), "results/study-stress");

    assertThat(text.lines().filter(line -> line.length() > 80 && !line.matches("\\[\\d+] .*")))
        .isEmpty();
    assertThat(text).contains("] results/study-stress/cells/STRESS.Q0~STRESS.Q0~process_mosq");
    assertThat(text).contains("DOUBTFUL  STRESS.Q0 on embedded:artemis, 1: LOSS: 3 messages");
  }

  /** Paper and measurement side by side, below their QoS, with a mark for each cell. */
  @Test
  void aTableOfBrokersIsDividedByQosWhereItIsTooWide() throws IOException {
    String text = new StudyText(false).of(result(), "results/study-stress");

    assertThat(text)
        .contains(
            """
                                        QoS 0
                                        Mosquitto  Mosquitto    Bevywise
                                          1.4.15,    2.0.11,  MQTT Route
                                            paper   measured  2.0, paper
            peak rate, msg/s published     32 016      7 080      32 839
            peak rate, msg/s delivered     32 016    106 000      32 839
            CPU, % of a core                84.29         98       97.93
            projected, msg/s published  37 983.15      7 260   33 533.14
            projected, msg/s delivered  37 983.15    109 000   33 533.14
            mean latency, ms                 1.65       0.34        1.13
            measured in                                  [1]
                                        QoS 1
            """);
  }

  @Test
  void markdownNamesTheBrokersAndTheirVersions() throws IOException {
    assertThat(StudyMarkdown.of(result())).contains("Mosquitto 2.0.11 (process)");
  }

  @Test
  void markdownHasNoTableOfNoTests() throws IOException {
    String json =
        StudyResult.CODEC
            .write(result())
            .replace("\"testNote\" : \"\"", "\"testNote\" : \"None.\"");
    StudyResult untested = StudyResult.CODEC.read(json);

    assertThat(untested.testNote()).isEqualTo("None.");
    assertThat(untested.tTests()).isEmpty();
    assertThat(StudyMarkdown.of(untested))
        .contains("## Welch's t-tests\n\nNone.\n")
        .doesNotContain("repetitions of first");
  }

  @Test
  void filesLeadToTheCellsToo() throws IOException {
    String cell = "cells/STRESS.Q0~STRESS.Q0~process_mosquitto-402d8ec5~1";
    assertThat(StudyMarkdown.of(result())).contains("](" + cell + "/run.html)");
    assertThat(StudyCsv.of(result()))
        .contains(",\"QoS 0: Mosquitto 2.0.11, measured\",,106130.0,106 000," + cell + "\n");
  }
}
