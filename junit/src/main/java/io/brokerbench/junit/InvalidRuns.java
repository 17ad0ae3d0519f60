package io.brokerbench.junit;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.search.SearchResult;
import org.opentest4j.TestAbortedException;

/** Runs that say nothing about the broker. */
final class InvalidRuns {

  private InvalidRuns() {}

  /**
   * Ends the test if the run is one.
   *
   * @throws TestAbortedException with the reason
   */
  static void abort(MeasuredRun run) {
    RunResult result = run.result();
    if (result.verdict().isInvalid()) {
      throw new TestAbortedException(
          "%s: %s, so the figures say nothing about the broker: %s; results in %s"
              .formatted(
                  AssertionText.subject(result),
                  result.verdict().status(),
                  NumberText.plain(String.join("; ", result.verdict().reasons())),
                  run.folder()));
    }
  }

  /**
   * Ends the test if the comparison consists of them.
   *
   * @throws TestAbortedException with the reason of the first
   */
  static void abort(MeasuredComparison comparison) {
    if (comparison.result().end() == AbEnd.INVALID_RUNS
        && comparison.result().verdict().decision() != Decision.REGRESSED) {
      throw new TestAbortedException(
          "%s; results in %s"
              .formatted(
                  NumberText.plain(comparison.result().verdict().reason()), comparison.folder()));
    }
  }

  /** Why a search has no answer. */
  static String text(MeasuredSearch search) {
    SearchResult result = search.result();
    return "%s: the search does not show the broker's limit (limited by %s): %s; results in %s"
        .formatted(
            AssertionText.subject(result.scenario(), result.broker()),
            result.limitedBy(),
            NumberText.plain(result.reason()),
            search.folder());
  }

  /** Why a study has no answer. */
  static String text(MeasuredStudy study) {
    return "%s: cells were invalid, so they say nothing about the broker: %s; results in %s"
        .formatted(study.result().name(), NumberText.plain(study.firstReason()), study.folder());
  }
}
