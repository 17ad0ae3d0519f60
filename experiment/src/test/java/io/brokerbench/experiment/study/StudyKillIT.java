package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.core.base.Json;
import io.brokerbench.experiment.cell.StudyCell;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("release")
class StudyKillIT {

  private static final int KILLS = 6;

  /** Less than two cells take, so that there is always something left to be killed in. */
  private static final int LONGEST_MILLIS = 350;

  @TempDir Path folder;

  /** With SIGKILL, so that nothing of the process has a last word. */
  @Test
  void aStudyThatIsKilledAgainAndAgainResumesToTheSameTables() throws Exception {
    Path killed = folder.resolve("killed");
    Random random = new Random(42);
    int inACell = 0;
    for (int i = 0; i < KILLS; i++) {
      Map<String, String> before = finished(killed);
      Process study = start(killed);
      await()
          .pollInterval(Duration.ofMillis(10))
          .until(() -> !finished(killed).equals(before) || !study.isAlive());
      assertThat(study.waitFor(random.nextInt(LONGEST_MILLIS), TimeUnit.MILLISECONDS)).isFalse();
      study.destroyForcibly().waitFor();
      inACell += cells(killed).stream().anyMatch(name -> name.endsWith(".part")) ? 1 : 0;
      assertThat(finished(killed))
          .as("what was finished before the kill stays as it was")
          .containsAllEntriesOf(before);
    }
    assertThat(inACell).as("kills that struck in a cell").isGreaterThan(KILLS / 2);
    assertThat(start(killed).waitFor()).isZero();
    Path whole = folder.resolve("whole");
    assertThat(start(whole).waitFor()).isZero();

    assertThat(tables(killed)).isEqualTo(tables(whole));
    assertThat(cells(killed))
        .as("nothing unfinished is left")
        .noneMatch(name -> name.endsWith(".part") || name.endsWith(".old"))
        .hasSize(18);
  }

  private Process start(Path out) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path") + File.pathSeparator + "target/test-classes",
            StubStudy.class.getName(),
            out.toString())
        .inheritIO()
        .start();
  }

  private static Map<String, String> finished(Path out) throws Exception {
    Map<String, String> documents = new HashMap<>();
    for (String name : cells(out)) {
      Path file = out.resolve("study-stub/cells").resolve(name).resolve("cell.json");
      if (!name.endsWith(".part") && Files.exists(file)) {
        documents.put(name, Files.readString(file));
      }
    }
    return documents;
  }

  private static List<String> cells(Path out) throws Exception {
    Path cells = out.resolve("study-stub/cells");
    if (!Files.exists(cells)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(cells)) {
      return found.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  /** All that is reported of the study, as the next call of it does, but when it was measured. */
  private static JsonNode tables(Path out) throws Exception {
    Study study = StubStudy.study(3, "x:one", "x:two");
    try (StudyFolder open = StudyFolder.open(out, "stub")) {
      List<StudyCell> cells =
          StubStudy.runner(study, open, new StubCellRunner(Set.of("x:one", "x:two"), 0)).run();
      StudyResult result = new StudyAnalysis(study, cells).result("again");
      return withoutTimes(Json.mapper().readTree(StudyResult.CODEC.write(result)));
    }
  }

  private static JsonNode withoutTimes(JsonNode tree) {
    tree.findParents("took").forEach(cell -> ((ObjectNode) cell).remove(List.of("took")));
    tree.findParents("startedAt").forEach(part -> ((ObjectNode) part).remove(List.of("startedAt")));
    return tree;
  }
}
