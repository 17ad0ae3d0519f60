package io.brokerbench.junit;

import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.report.text.GateReport;
import io.brokerbench.report.text.GateText;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

/** What has to come of an interleaved comparison. */
public final class ComparisonAssert extends AbstractAssert<ComparisonAssert, MeasuredComparison> {

  /**
   * About a comparison.
   *
   * @throws TestAbortedException if it says nothing about the brokers, because this machine was too
   *     slow
   */
  ComparisonAssert(MeasuredComparison comparison) {
    super(comparison, ComparisonAssert.class);
    if (comparison != null) {
      InvalidRuns.abort(comparison);
    }
  }

  /** The candidate is not worse than tolerated, and the experiment was large enough to show it. */
  public ComparisonAssert passes() {
    isNotNull();
    return check(actual.result().verdict().decision() == Decision.PASS);
  }

  /** The candidate is not shown to be worse than tolerated; the experiment may be inconclusive. */
  public ComparisonAssert hasNotRegressed() {
    isNotNull();
    GateVerdict verdict = actual.result().verdict();
    return check(verdict.decision() != Decision.REGRESSED && !verdict.withholdsPass());
  }

  private ComparisonAssert check(boolean holds) {
    String crossed = AssertionText.crossed(actual.result().thresholds().orElse(List.of()));
    if (!holds || !crossed.isEmpty()) {
      failWithMessage(
          "%s",
          new GateReport(false).of(GateText.of(actual.result()), List.of(), List.of())
              + "results in "
              + actual.folder());
    }
    return this;
  }
}
