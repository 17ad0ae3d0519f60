package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.experiment.history.BuildRule;
import io.brokerbench.experiment.history.ExampleHistory;
import io.brokerbench.experiment.history.HistoryQuestion;
import io.brokerbench.experiment.history.HistoryResult;
import io.brokerbench.report.text.HistoryText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryReportTest {

  @TempDir Path folder;
  private HistoryResult result;
  private String page;

  @BeforeEach
  void write() throws IOException {
    Path nights = folder.resolve("nights");
    ExampleHistory.nights(nights, 30, 21);
    Files.writeString(nights.resolve("night-21/run/report.html"), "");
    result =
        HistoryResult.of(nights, HistoryQuestion.usual(BuildRule.RESULT), ExampleHistory.START);
    Path written =
        HistoryReport.write(new HistoryText(result, 20), nights, folder.resolve("a/page"));
    assertThat(written).isEqualTo(folder.resolve("a/page/history.html"));
    page = Files.readString(written);
  }

  @Test
  void theAnswerIsOnTopAndEachFigureHasAChartWithItsChanges() {
    assertThat(page)
        .containsPattern("<strong>WORSE</strong> \\d figures have become worse in the latest 20")
        .contains("<figcaption>p99 end-to-end</figcaption>")
        .contains("\"places\":[{\"label\":\"+20 %\",\"from\":21,\"to\":21}]")
        .contains("\"fromZero\":false")
        .contains("+20 % since build 21, for the worse: ")
        .contains("No change: ");
  }

  @Test
  void buildsLeadToTheirPagesAndElseToTheirDocuments() {
    assertThat(page)
        .contains("href=\"./../../nights/night-21/run/report.html\"")
        .contains("href=\"./../../nights/night-20/run/result.json\"");
  }

  @Test
  void theFiguresAreTablesTooAndNothingComesFromElsewhere() {
    assertThat(page)
        .contains("Changes, the latest first", "Builds and their results")
        .contains("p99 end-to-end: p99 end-to-end")
        .contains("default-src 'none'");
  }

  @Test
  void theDocumentIsBesideThePage() throws IOException {
    assertThat(HistoryResult.CODEC.read(Files.readString(folder.resolve("a/page/history.json"))))
        .isEqualTo(result);
  }
}
