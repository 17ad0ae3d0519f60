package io.brokerbench.experiment.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.experiment.cell.StudyCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cell that replaces another, cut off between any two of its steps. */
class StudyFolderTest {

  @TempDir private Path folder;
  private List<StudyCell> finished;
  private Path cell;

  @BeforeEach
  void measure() throws Exception {
    try (StudyFolder open = StudyFolder.open(folder, "stub")) {
      finished = StubStudy.runner(StubStudy.study(1, "x:one"), open, cellRunner()).run();
    }
    cell = folder.resolve("study-stub").resolve(finished.get(0).folder());
  }

  private static StubCellRunner cellRunner() {
    return new StubCellRunner(Set.of(), 0);
  }

  private void holdsWhatWasFinished() throws Exception {
    try (StudyFolder open = StudyFolder.open(folder, "stub")) {
      assertThat(open.cells()).containsExactlyInAnyOrderElementsOf(finished);
    }
    try (Stream<Path> left = Files.list(cell.getParent())) {
      assertThat(left).hasSameSizeAs(finished);
    }
  }

  private static Path named(Path folder, String end) {
    return folder.resolveSibling(folder.getFileName() + end);
  }

  @Test
  void whileTheNewOneIsFilledTheOldOneCounts() throws Exception {
    Files.createDirectory(named(cell, ".part"));
    holdsWhatWasFinished();
  }

  @Test
  void whenTheOldOneIsOutOfTheWayItComesBack() throws Exception {
    Files.createDirectory(named(cell, ".part"));
    Files.move(cell, named(cell, ".old"));
    holdsWhatWasFinished();
  }

  @Test
  void whenTheNewOneIsInItsPlaceTheOldOneGoes() throws Exception {
    Path old = Files.createDirectory(named(cell, ".old"));
    Files.writeString(old.resolve("cell.json"), "of before");
    holdsWhatWasFinished();
  }

  @Test
  void anotherProcessIsToldThatTheFolderIsInUse() throws Exception {
    try (StudyFolder open = StudyFolder.open(folder, "stub")) {
      assertThat(open.path()).exists();
      assertThatThrownBy(() -> StudyFolder.open(folder, "stub"))
          .hasMessageContaining("is in use: another process works on this study");
    }
  }

  @Test
  void whatIsNoCellIsNamed() throws IOException {
    Files.writeString(cell.resolve("cell.json"), "{\"key\": 1}");
    assertThatThrownBy(this::holdsWhatWasFinished)
        .hasMessageContaining("cell.json: not a cell that this version has written");
  }
}
