package io.brokerbench.junit;

import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult;
import java.nio.file.Path;
import java.util.List;

/**
 * What came of one study, and where it is kept.
 *
 * @param cells its measurements
 * @param result what they say together
 * @param folder that holds its files
 */
public record MeasuredStudy(List<StudyCell> cells, StudyResult result, Path folder) {

  public MeasuredStudy {
    cells = List.copyOf(cells);
  }

  /** Of the first cell whose figures do not count, which it is and why; empty if all count. */
  String firstReason() {
    return cells.stream()
        .filter(cell -> !cell.passes())
        .map(cell -> "%s: %s: %s".formatted(cell.key(), cell.status(), cell.reason()))
        .findFirst()
        .orElse("");
  }
}
