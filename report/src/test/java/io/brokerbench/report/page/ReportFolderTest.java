package io.brokerbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.search.SearchResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {

  @TempDir Path folder;
  private final List<String> leftOut = new ArrayList<>();

  @Test
  void aResultGetsItsPageWithTheCommandAndTheFilesBesideIt() throws IOException {
    put("result.json", "run.json");
    Files.writeString(folder.resolve("command.txt"), "./brokerbench run X --seed 7\n");
    Files.writeString(folder.resolve("broker.log"), "");

    Path page = ReportFolder.write(folder, leftOut::add);

    assertThat(page).isEqualTo(folder.resolve("report.html"));
    assertThat(page)
        .content()
        .contains("./brokerbench run X --seed 7", "href=\"./broker.log\"", "href=\"./result.json\"")
        .doesNotContain("timeline.csv");
  }

  @Test
  void manyResultsGetTheirPagesAndAnOverviewThatLeadsToEach() throws IOException {
    put("a/result.json", "run.json");
    put("b/search.json", "search.json");
    put("c/result.json", "connects.json");
    put("study-d/study.json", "study.json");
    Files.createDirectory(folder.resolve("empty"));

    Path page = ReportFolder.write(folder, leftOut::add);

    assertThat(page)
        .content()
        .contains(
            "href=\"./a/report.html\"",
            "href=\"./b/report.html\"",
            "href=\"./c/report.html\"",
            "href=\"./study-d/report.html\"",
            "4 results");
    assertThat(folder.resolve("b/report.html")).exists();
    assertThat(folder.resolve("empty")).isEmptyDirectory();
  }

  @Test
  void anOverviewSaysOfWhichRateMoreMayBeSustained() throws IOException {
    put("a/search.json", "search.json");
    SearchResult limited = Examples.search(search -> search.put("limitedBy", "GENERATOR"));
    put("b", limited);
    put("c", Examples.search(search -> search.put("notConfirmed", "not asked for")));

    String html = Files.readString(ReportFolder.write(folder, leftOut::add));

    assertThat(NumberText.plain(html))
        .contains(
            ">77 500/s sustained<",
            ">at least 77 500/s sustained<",
            ">at least 77 500/s kept, not confirmed<");
  }

  @Test
  void theRunsOfAStudysCellsGetTheirPagesToo() throws IOException {
    put("study.json", "study.json");
    put("cells/q0/result.json", "run.json");
    Files.writeString(folder.resolve("command.txt"), "./brokerbench study mine\n");

    ReportFolder.write(folder, leftOut::add);

    assertThat(folder.resolve("cells/q0/result.html"))
        .content()
        .contains("href=\"./result.json\"", "href=\"./../../report.html\"", "percentile")
        .contains("a part of what this command does", "./brokerbench study mine");
    assertThat(folder.resolve("cells/q1")).doesNotExist();
  }

  @Test
  void theStepsOfASearchGetTheirPagesToo() throws IOException {
    put("search.json", "search.json");
    put("step-01.json", "run.json");
    Files.writeString(folder.resolve("step-02.json"), "{");
    Files.writeString(folder.resolve("step-02.html"), "of a run that was there before");
    Files.writeString(folder.resolve("notes.json"), "{\"mine\": true}");
    Files.writeString(folder.resolve("notes.html"), "mine");
    put("old.json", "run.json");
    Files.writeString(folder.resolve("old.html"), "mine too");

    Path page = ReportFolder.write(folder, leftOut::add);

    assertThat(folder.resolve("step-01.html"))
        .content()
        .contains("href=\"./step-01.json\"", "href=\"./report.html\"", "percentile");
    assertThat(page).content().contains("href=\"./step-01.html\"", "href=\"./step-02.json\"");
    assertThat(folder.resolve("step-02.html")).doesNotExist();
    assertThat(folder.resolve("notes.html")).hasContent("mine");
    assertThat(folder.resolve("old.html")).hasContent("mine too");
  }

  /** Those that a browser draws in other tests: one of another form would be left out. */
  @Test
  void eachExampleCanBeRead() throws IOException {
    for (String example : List.of("run", "failover", "connects", "search", "ab", "study")) {
      boolean run = List.of("run", "failover", "connects").contains(example);
      put(example + "/" + (run ? "result" : example) + ".json", example + ".json");
    }

    ReportFolder.write(folder, leftOut::add);

    assertThat(leftOut).isEmpty();
    assertThat(folder)
        .isDirectoryRecursivelyContaining("glob:**/ab/report.html")
        .isDirectoryRecursivelyContaining("glob:**/study/report.html");
  }

  @Test
  void theRunsOfAComparisonAreLedTo() throws IOException {
    Files.writeString(folder.resolve("ab.json"), AbResult.CODEC.write(Examples.ab()));
    put("round-01-baseline-1.json", "run.json");

    assertThat(ReportFolder.write(folder, leftOut::add))
        .content()
        .contains("href=\"./round-01-baseline-1.html\"", "href=\"./round-01-candidate-1.json\"");
  }

  @Test
  void whatIsNoResultIsNamed() throws IOException {
    assertThatThrownBy(() -> ReportFolder.write(folder, leftOut::add))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("report: no result in " + folder + " or its folders that can be read");
    assertThatThrownBy(() -> ReportFolder.write(folder.resolve("nowhere"), leftOut::add))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "report: there is no folder %s; name a result's, or one that holds results",
            folder.resolve("nowhere"));
  }

  @Test
  void aResultThatCannotBeReadIsLeftOutOfManyAndNamed() throws IOException {
    put("good/result.json", "run.json");
    Files.createDirectory(folder.resolve("damaged"));
    Files.writeString(folder.resolve("damaged/search.json"), "{");

    assertThat(ReportFolder.write(folder, leftOut::add)).content().contains("1 result<");
    assertThat(leftOut).singleElement().asString().contains("search.json");
    assertThatThrownBy(() -> ReportFolder.write(folder.resolve("damaged"), leftOut::add))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("search.json");
  }

  private void put(String name, SearchResult search) throws IOException {
    Path file = Files.createDirectories(folder.resolve(name)).resolve("search.json");
    Files.writeString(file, SearchResult.CODEC.write(search));
  }

  private void put(String name, String example) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, Examples.text(example));
  }
}
