package io.brokerbench.junit;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.gate.AbEnd;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.search.SearchResult;
import java.nio.file.Path;
import java.util.Set;
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
    abort(AssertionText.subject(run.result()), run.result().verdict(), run.folder());
  }

  /**
   * Ends the test if the run of groups is one: no group shows that the broker is at fault, and one
   * says nothing about it.
   *
   * @throws TestAbortedException with the reason
   */
  static void abort(MeasuredGroups groups) {
    abort(AssertionText.subject(groups), groups.result().verdict(), groups.folder());
  }

  private static void abort(String subject, Verdict verdict, Path folder) {
    if (verdict.isInvalid()) {
      throw new TestAbortedException(
          "%s: %s, so the figures say nothing about the broker: %s; results in %s"
              .formatted(
                  subject,
                  verdict.status(),
                  NumberText.plain(String.join("; ", verdict.reasons())),
                  folder));
    }
  }

  /**
   * Ends the test if the comparison consists of them, and shows no contract to be broken that no
   * busy machine excuses.
   *
   * @throws TestAbortedException with the reason of the first
   */
  static void abort(MeasuredComparison comparison) {
    GateVerdict verdict = comparison.result().verdict();
    if (Set.of(AbEnd.INVALID_RUNS, AbEnd.HELD_UP).contains(comparison.result().end())
        && verdict.decision() != Decision.REGRESSED
        && !verdict.withholdsPass()) {
      throw new TestAbortedException(
          "%s; results in %s".formatted(NumberText.plain(verdict.reason()), comparison.folder()));
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
