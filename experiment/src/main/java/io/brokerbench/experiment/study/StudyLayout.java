package io.brokerbench.experiment.study;

import io.brokerbench.experiment.cell.StudyCell;
import io.brokerbench.experiment.study.StudyResult.BarChart;
import java.util.List;

/** Makes a study's tables and charts of its cells: a function of both alone. */
@FunctionalInterface
public interface StudyLayout {

  /** A table for each scenario, with a row for each cell. */
  StudyLayout PLAIN = (study, cells) -> new DefaultStudyTables(study, cells).tables();

  /**
   * The tables.
   *
   * @param cells that are finished; those of an earlier, larger matrix too
   */
  List<StudyTable> tables(Study study, List<StudyCell> cells);

  /** Bar charts of the same figures, likewise; none unless a layout has some. */
  default List<BarChart> bars(Study study, List<StudyCell> cells) {
    return List.of();
  }

  /** Its own line charts, beside those that every study has, likewise. */
  default List<StudyResult.LineChart> lines(Study study, List<StudyCell> cells) {
    return List.of();
  }
}
