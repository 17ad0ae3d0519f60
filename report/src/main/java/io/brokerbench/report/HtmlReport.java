package io.brokerbench.report;

import io.brokerbench.core.gate.AbResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.search.SearchResult;

/**
 * The page of a result: one HTML document that needs nothing from anywhere.
 *
 * <p>The verdict and its reasons come first, then the figures and their charts, then what was run,
 * where, and how to do it again. Without a script, all figures are there as tables.
 */
public final class HtmlReport {

  private HtmlReport() {}

  /** The page of a run. */
  public static String of(RunResult result, Surroundings surroundings) {
    return new RunPage(result, surroundings).html();
  }

  /** The page of a search. */
  public static String of(SearchResult result, Surroundings surroundings) {
    return new SearchPage(result, surroundings).html();
  }

  /** The page of an interleaved comparison. */
  public static String of(AbResult result, Surroundings surroundings) {
    return new AbPage(result, surroundings).html();
  }

  /**
   * The page of a study.
   *
   * @param document of the form {@code brokerbench.study/1}
   * @throws io.brokerbench.core.base.DefinitionException if it is none
   */
  public static String ofStudy(String document, Surroundings surroundings) {
    return StudyPage.read(document).html(surroundings);
  }
}
