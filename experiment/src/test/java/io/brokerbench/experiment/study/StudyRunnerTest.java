package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.UnsupportedException;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.CellMeasurement;
import io.brokerbench.experiment.cell.CellPlan;
import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.store.ResultFolderException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StudyRunnerTest {

  @TempDir Path out;

  private List<StudyCell> run(Study study, CellRunner cellRunner) throws Exception {
    return StubStudy.run(out, study, cellRunner);
  }

  private static StubCellRunner cellRunner() {
    return new StubCellRunner(Set.of(), 0);
  }

  @Test
  void everyCellIsMeasuredOnceAndKept() throws Exception {
    StubCellRunner cellRunner = cellRunner();
    List<StudyCell> cells = run(StubStudy.study(2, "x:one", "x:two"), cellRunner);

    assertThat(cells).hasSize(12).allMatch(StudyCell::counts);
    assertThat(cellRunner.measured()).isEqualTo(StubStudy.study(2, "x:one", "x:two").cells());
    for (StudyCell cell : cells) {
      Path folder = out.resolve("study-stub").resolve(cell.folder());
      assertThat(folder).isDirectoryContaining("glob:**/run.json");
      assertThat(folder).isDirectoryContaining("glob:**/cell.json");
    }
  }

  @Test
  void whatIsFinishedIsNotMeasuredAgain() throws Exception {
    List<StudyCell> first = run(StubStudy.study(1, "x:one"), cellRunner());
    StubCellRunner second = cellRunner();
    List<StudyCell> all = run(StubStudy.study(2, "x:one", "x:two"), second);

    assertThat(second.measured()).hasSize(9);
    assertThat(all).hasSize(12).containsAll(first);
  }

  @Test
  void theTableOfTestsSaysHowItTestsOrWhyItDoesNot() throws Exception {
    StudyTable none = tests(StubStudy.study(1, "x:one"));
    assertThat(none.rows()).isEmpty();
    assertThat(none.note()).startsWith("Nothing is tested: ").contains("as few as 1");

    StudyTable tested = tests(StubStudy.study(5, "x:one"));
    assertThat(tested.rows()).hasSize(2);
    assertThat(tested.note()).contains("for all 2 tests");
    assertThat(tested.rows().get(0))
        .extracting(StudyTable.Place::text)
        .startsWith("round-trip latency, ms", "a", "x:one", "1 KB", "50 KB", "5", "5");
  }

  private StudyTable tests(Study study) throws Exception {
    List<StudyCell> cells = run(study, cellRunner());
    return StatisticsTables.withThoseOf(new StudyAnalysis(study, cells).result("")).stream()
        .filter(table -> table.title().equals("Welch's t-tests"))
        .findFirst()
        .orElseThrow();
  }

  /** A study that is stopped again and again would else measure nothing but these. */
  @Test
  void whatIsMeasuredAgainComesAfterWhatIsMissing() throws Exception {
    run(StubStudy.study(1, "x:one"), new StubCellRunner(Set.of("x:one"), 0));
    StubCellRunner second = cellRunner();
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      new StudyRunner(
              StubStudy.study(1, "x:one", "x:two"),
              folder,
              second,
              StubStudy.SILENT,
              new StudyRunner.Settings(true, 0, Clock.systemUTC(), ""),
              new StopSwitch())
          .run();
    }
    assertThat(second.measured())
        .extracting(CellKey::broker)
        .containsExactly("x:two", "x:two", "x:two", "x:one", "x:one", "x:one");
  }

  @Test
  void aCellThatFailsAgainIsDoneForThisCall() throws Exception {
    run(StubStudy.study(1, "x:one", "x:two"), new StubCellRunner(Set.of("x:one"), 0));
    List<StudyProgress> heard = new ArrayList<>();
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      new StudyRunner(
              StubStudy.study(1, "x:one", "x:two"),
              folder,
              new StubCellRunner(Set.of("x:one"), 0),
              hearing(heard),
              new StudyRunner.Settings(true, 0, Clock.systemUTC(), ""),
              new StopSwitch())
          .run();
    }
    assertThat(heard).extracting(StudyProgress::done).containsExactly(3, 4, 4, 5, 5, 6);
  }

  /** When cells begin, and when they end. */
  private static StudyListener hearing(List<StudyProgress> heard) {
    return new StudyListener() {
      @Override
      public void begins(CellKey key, StudyProgress progress) {
        heard.add(progress);
      }

      @Override
      public void ends(StudyCell cell, StudyProgress progress) {
        heard.add(progress);
      }
    };
  }

  @Test
  void whatABrokerDoesNotSupportTakesNoTime() throws Exception {
    List<StudyProgress> heard = new ArrayList<>();
    for (String unsupported : List.of("x:two", "x:three")) {
      CellRunner runner =
          new CellRunner() {
            @Override
            public CellMeasurement measure(CellKey key, CellPlan plan, Path folder) {
              throw new UnsupportedException("needs AMQP");
            }

            @Override
            public boolean supports(CellKey key, CellPlan plan) {
              return !key.broker().equals(unsupported);
            }
          };
      try (StudyFolder folder = StudyFolder.open(out.resolve(unsupported.substring(2)), "stub")) {
        new StudyRunner(
                StubStudy.study(1, "x:one", "x:two"),
                folder,
                runner,
                hearing(heard),
                new StudyRunner.Settings(false, 0, Clock.systemUTC(), ""),
                new StopSwitch())
            .run();
      }
    }
    assertThat(heard).hasSize(24);
    assertThat(heard.get(0).left()).isPositive().isEqualTo(heard.get(12).left().dividedBy(2));
  }

  private List<StudyCell> repeating(int repeats, StubCellRunner runner) throws Exception {
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      return new StudyRunner(
              StubStudy.study(1, "x:one"),
              folder,
              runner,
              StubStudy.SILENT,
              new StudyRunner.Settings(false, repeats, Clock.systemUTC(), ""),
              new StopSwitch())
          .run();
    }
  }

  @Test
  void aCellThatWasHeldUpIsMeasuredAgainAtOnce() throws Exception {
    StubCellRunner runner = new StubCellRunner(Set.of(), 0).heldUpFirst(2);

    assertThat(repeating(2, runner))
        .hasSize(3)
        .allMatch(cell -> cell.status() == StudyCell.Status.MEASURED);
    assertThat(runner.measured()).hasSize(5);
    assertThat(new HashSet<>(runner.measured().subList(0, 3))).hasSize(1);
  }

  @Test
  void aCellThatIsHeldUpEachTimeIsInvalidAsOftenAsAllowed() throws Exception {
    StubCellRunner runner = new StubCellRunner(Set.of(), 0).heldUpFirst(2);

    assertThat(repeating(1, runner).get(0).status()).isEqualTo(StudyCell.Status.INVALID);
    assertThat(runner.measured()).hasSize(4);
  }

  @Test
  void cellsOfAnEarlierLargerMatrixStay() throws Exception {
    run(StubStudy.study(2, "x:one", "x:two"), cellRunner());

    assertThat(run(StubStudy.study(1, "x:two"), cellRunner())).hasSize(12);
  }

  @Test
  void aBrokerThatFailsFailsInItsCellsOnlyAndSaysWhy() throws Exception {
    List<StudyCell> cells =
        run(StubStudy.study(1, "x:one", "x:two"), new StubCellRunner(Set.of("x:one"), 0));

    assertThat(cells).hasSize(6);
    assertThat(cells)
        .filteredOn(cell -> cell.status() == StudyCell.Status.FAILED)
        .hasSize(3)
        .allMatch(cell -> cell.broker().equals("x:one"))
        .allMatch(cell -> cell.reason().equals("x:one did not start: no such thing"));
    StubCellRunner again = cellRunner();
    run(StubStudy.study(1, "x:one", "x:two"), again);
    assertThat(again.measured()).isEmpty();
  }

  @Test
  void aFlawOfOursCostsACellAndNotTheStudy() throws Exception {
    CellRunner flawed =
        (key, plan, folder) -> {
          throw new IllegalStateException("impossible");
        };
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      assertThat(StubStudy.runner(StubStudy.study(1, "x:one"), folder, flawed).run())
          .hasSize(3)
          .allMatch(cell -> cell.status() == StudyCell.Status.FAILED)
          .allMatch(cell -> cell.reason().contains("IllegalStateException: impossible"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILED", "UNSUPPORTED"})
  void cellsWithoutFiguresAreMeasuredAgainWhereThatIsAskedFor(StudyCell.Status status)
      throws Exception {
    CellRunner lacking =
        (key, plan, own) -> {
          throw new UnsupportedException("x:one does not support it");
        };
    boolean failed = status == StudyCell.Status.FAILED;
    CellRunner first = failed ? new StubCellRunner(Set.of("x:one"), 0) : lacking;
    assertThat(run(StubStudy.study(1, "x:one"), first)).allMatch(cell -> cell.status() == status);
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      List<StudyCell> cells =
          new StudyRunner(
                  StubStudy.study(1, "x:one"),
                  folder,
                  cellRunner(),
                  StubStudy.SILENT,
                  new StudyRunner.Settings(true, 0, Clock.systemUTC(), ""),
                  new StopSwitch())
              .run();
      assertThat(cells).hasSize(3).allMatch(StudyCell::counts);
    }
    assertThat(out.resolve("study-stub/cells")).isDirectoryNotContaining("glob:**/*.old");
  }

  @Test
  void whatIsStoppedInACellIsNoCell() throws Exception {
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      List<CellKey> begun = new ArrayList<>();
      StopSwitch stop = new StopSwitch();
      StudyListener listener =
          new StudyListener() {
            @Override
            public void begins(CellKey key, StudyProgress progress) {
              begun.add(key);
              if (begun.size() == 1) {
                assertThat(progress.left())
                    .as("as planned, before a cell has shown how long it takes")
                    .isEqualTo(
                        StubStudy.row("a", "1 KB").plan().planned().multipliedBy(progress.total()));
              }
              if (begun.size() == 2) {
                stop.stop();
              }
            }

            @Override
            public void ends(StudyCell cell, StudyProgress progress) {
              assertThat(progress.done()).isEqualTo(1);
              assertThat(progress.total()).isEqualTo(3);
              assertThat(progress.left()).isPositive();
            }
          };
      StudyRunner runner =
          new StudyRunner(
              StubStudy.study(1, "x:one"),
              folder,
              cellRunner(),
              listener,
              new StudyRunner.Settings(false, 0, Clock.systemUTC(), ""),
              stop);
      assertThat(runner.run()).hasSize(1);
    }
    assertThat(out.resolve("study-stub/cells")).isDirectoryNotContaining("glob:**/*.part");
  }

  @Test
  void aCellThatSaysThatItWasInterruptedWhenStoppedLeavesTheOthersKept() throws Exception {
    StubCellRunner fine = cellRunner();
    StopSwitch stop = new StopSwitch();
    CellRunner interrupted =
        (key, plan, folder) -> {
          if (fine.measured().size() == 1) {
            stop.stop();
            Thread.currentThread().interrupt();
          }
          return fine.measure(key, plan, folder);
        };
    try (StudyFolder folder = StudyFolder.open(out, "stub")) {
      StudyRunner runner = StubStudy.runner(StubStudy.study(1, "x:one"), folder, interrupted, stop);
      assertThat(runner.run()).hasSize(1).allMatch(StudyCell::counts);
    }
    assertThat(Thread.interrupted()).isFalse();
    assertThat(out.resolve("study-stub/cells")).isDirectoryNotContaining("glob:**/*.part");
  }

  @Test
  void aFolderIsOneProcessAtATime() throws Exception {
    try (StudyFolder open = StudyFolder.open(out, "stub")) {
      assertThat(open.path()).exists();
      assertThatThrownBy(() -> StudyFolder.open(out, "stub"))
          .isInstanceOf(ResultFolderException.class)
          .hasMessageContaining("another process works on this study");
    }
  }

  @Test
  void cellsWithNamesThatLookAlikeHaveFoldersOfTheirOwn() {
    assertThat(new CellKey("a", "x/y", "b", 1).folder())
        .isNotEqualTo(new CellKey("a", "x y", "b", 1).folder());
    assertThat(new CellKey("FANIN.Q0.SINGLE", "FANIN.Q0.SINGLE", "embedded", 3).folder())
        .isEqualTo("FANIN.Q0.SINGLE~FANIN.Q0.SINGLE~embedded~3");
  }

  @Test
  void aDocumentThatIsNoCellNamesItsFile() throws Exception {
    Files.createDirectories(out.resolve("study-stub/cells/a"));
    Files.writeString(out.resolve("study-stub/cells/a/cell.json"), "{");

    assertThatThrownBy(() -> run(StubStudy.study(1, "x:one"), cellRunner()))
        .isInstanceOf(ResultFolderException.class)
        .hasMessageContaining("cell.json: not a cell");
  }
}
