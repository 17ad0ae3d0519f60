package io.brokerbench.junit;

import io.brokerbench.core.base.NumberText;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/** What has to come of a study. */
public final class StudyAssert extends AbstractAssert<StudyAssert, MeasuredStudy> {

  StudyAssert(MeasuredStudy study) {
    super(study, StudyAssert.class);
  }

  /** The figures of all cells count: nothing was lost, and the broker kept up. */
  public StudyAssert isMeasured() {
    isNotNull();
    String wrong =
        actual.cells().stream()
            .filter(cell -> !cell.passes())
            .map(cell -> "%s: %s: %s".formatted(cell.key(), cell.status(), cell.reason()))
            .collect(Collectors.joining("\n"));
    if (!wrong.isEmpty()) {
      failWithMessage("%s", NumberText.plain(wrong) + "\nresults in " + actual.folder());
    }
    return this;
  }
}
