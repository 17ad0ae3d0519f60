package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.StudyCell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells that would stand in the same tables, and do not belong there. */
class MixedCellsTest {

  @TempDir Path out;

  private List<StudyCell> run(Study study, CellRunner cellRunner) throws Exception {
    return StubStudy.run(out, study, cellRunner);
  }

  private static StubCellRunner cellRunner() {
    return new StubCellRunner(Set.of(), 0);
  }

  @Test
  void aCellOfTheSameNameThatMeasuredSomethingElseIsRefused() throws Exception {
    run(StubStudy.study(1, "x:one"), cellRunner());
    Study other =
        new Study(
            "stub",
            "",
            StudyLayout.PLAIN,
            1,
            Optional.empty(),
            List.of("x:one"),
            List.of(new StudyVariant("a", "1 KB", CellPlan.run(StubStudy.scenario("other")))));

    assertThatThrownBy(() -> run(other, cellRunner()))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("study-stub: \"a, 1 KB on x:one, 1\" was measured there with other");
  }

  @Test
  void cellsOfOtherConditionsAreRefused() throws Exception {
    Study study = StubStudy.study(1, "x:one");
    run(study, cellRunner());
    assertRefusedUnderOtherConditions(study);
  }

  /** By the cells of the first broker. */
  private void assertRefusedUnderOtherConditions(Study study) throws Exception {
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      StudyRunner.Settings other =
          new StudyRunner.Settings(false, 0, Clock.systemUTC(), "--driver=paho");
      assertThatThrownBy(
              () ->
                  new StudyRunner(
                          study, folder, cellRunner(), StubStudy.SILENT, other, new StopSwitch())
                      .run())
          .isInstanceOf(DefinitionException.class)
          .hasMessageContaining("on x:one")
          .hasMessageContaining("was measured there with other settings");
    }
  }

  /** They would stand in the same tables. */
  @Test
  void cellsOfAnotherBrokerUnderOtherConditionsAreRefusedToo() throws Exception {
    run(StubStudy.study(1, "x:one"), cellRunner());
    assertRefusedUnderOtherConditions(StubStudy.study(1, "x:two"));
  }

  /** A broker that was updated meanwhile would stand in one row with what it was before. */
  @Test
  void aBrokerOfAnotherVersionIsRefusedAndWhatIsFinishedStays() throws Exception {
    List<StudyCell> first = run(StubStudy.study(1, "x:one"), cellRunner());
    Study more = StubStudy.study(2, "x:one");

    assertThatThrownBy(() -> run(more, cellRunner().ofVersion("2")))
        .isInstanceOf(DefinitionException.class)
        .hasMessageEndingWith(
            "study-stub: x:one was Stub 1 there, and is Stub 2 now; give the study another folder");
    assertThat(run(more, cellRunner().ofVersion("unknown"))).hasSize(6).containsAll(first);
  }

  @Test
  void cellsOfAnotherMachineAreRefusedWhereSomethingIsToBeMeasured() throws Exception {
    run(StubStudy.study(1, "x:one"), cellRunner());
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.filter(each -> each.endsWith("cell.json")).toList()) {
        String cell = Files.readString(file);
        Files.writeString(
            file, cell.replaceFirst("\"cpuModel\" : \"[^\"]*\"", "\"cpuModel\" : \"Other\""));
      }
    }

    assertThatThrownBy(() -> run(StubStudy.study(2, "x:one"), cellRunner()))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("was measured there on Other, ")
        .hasMessageEndingWith("; give the study another folder");
    assertThat(run(StubStudy.study(1, "x:one"), cellRunner())).as("to be shown again").hasSize(3);
  }
}
