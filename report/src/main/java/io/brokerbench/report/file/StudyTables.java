package io.brokerbench.report.file;

import io.brokerbench.experiment.store.ResultFolderException;
import io.brokerbench.experiment.study.StudyFolder;
import io.brokerbench.experiment.study.StudyResult;

/** The tables of a study as files in its folder. */
public final class StudyTables {

  private StudyTables() {}

  /** Writes {@code tables.csv} and {@code tables.md}. */
  public static void write(StudyFolder folder, StudyResult result) throws ResultFolderException {
    folder.write("tables.csv", StudyCsv.of(result));
    folder.write("tables.md", StudyMarkdown.of(result));
  }
}
