package io.brokerbench.experiment.study;

import io.brokerbench.experiment.cell.CellKey;
import io.brokerbench.experiment.cell.StudyCell;

/** Hears how a study goes, on the thread that runs it. */
public interface StudyListener {

  /** A cell is about to be measured. */
  void begins(CellKey key, StudyProgress progress);

  /** A cell is finished and kept. */
  void ends(StudyCell cell, StudyProgress progress);
}
