package io.brokerbench.report.page;

import io.brokerbench.core.result.Calibration;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbResult;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.study.StudyResult;

/**
 * The page of a result: one HTML document that needs nothing from anywhere.
 *
 * <p>The verdict and its reasons come first, then the figures and their charts, then what was run,
 * where, and how to do it again. Without a script, all figures are there as tables.
 */
public final class HtmlReport {

  private HtmlReport() {}

  /** The page of a run. */
  public static String of(RunResult result, PageContext pageContext) {
    return new RunPage(result, pageContext).html();
  }

  /** The page of a search. */
  public static String of(SearchResult result, PageContext pageContext) {
    return new SearchPage(result, pageContext).html();
  }

  /** The page of an interleaved comparison. */
  public static String of(AbResult result, PageContext pageContext) {
    return new AbPage(result, pageContext).html();
  }

  /** The page of a calibration. */
  public static String of(Calibration calibration, PageContext pageContext) {
    return new CalibrationPage(calibration, pageContext).html();
  }

  /** The page of a study. */
  public static String of(StudyResult study, PageContext pageContext) {
    return new StudyPage(study).html(pageContext);
  }
}
