package io.brokerbench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.history.BuildRule;
import io.brokerbench.experiment.history.ExampleHistory;
import io.brokerbench.experiment.history.HistoryQuestion;
import io.brokerbench.experiment.history.HistoryResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTextTest {

  @TempDir Path folder;

  private HistoryText text(int slower, int latest) {
    ExampleHistory.nights(folder, 30, slower);
    return new HistoryText(
        HistoryResult.of(
            folder,
            HistoryQuestion.usual(BuildRule.RESULT).about("p50,p99,received"),
            ExampleHistory.START),
        latest);
  }

  @Test
  void theAnswerComesFirstAndEachChangeHasItsRow() {
    String text = NumberText.plain(text(21, 20).text());

    assertThat(text)
        .startsWith("history     30 builds in 1 line\n\nWORSE  ")
        .contains("WORSE  2 figures have become worse in the latest 20 builds: p50 end-to-end")
        .contains("swarm, Example CPU, 2 cores, 8.0 GB")
        .containsPattern("figure +before +after +change +since\n")
        .containsPattern(
            "p99 end-to-end +\\S+ ms +\\S+ ms +\\+20 % +WORSE +2\\.56\\.0 of 2026-10-21")
        .endsWith("unchanged   throughput\n");
    assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void whatBecameWorseLongAgoIsInTheTableOnly() {
    HistoryText text = text(11, 5);

    assertThat(text.word()).isEqualTo("NOT WORSE");
    assertThat(text.answer()).isEqualTo("no figure has become worse in the latest 5 builds");
    assertThat(text.text()).contains("WORSE  2.55.0 of 2026-10-11");
  }

  @Test
  void withoutChangesThereIsNoTable() {
    assertThat(text(99, 20).text())
        .doesNotContain("before")
        .endsWith("unchanged   p50 end-to-end, p99 end-to-end, throughput\n");
  }
}
