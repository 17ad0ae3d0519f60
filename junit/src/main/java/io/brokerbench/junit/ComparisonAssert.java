package io.brokerbench.junit;

import io.brokerbench.core.gate.Decision;
import io.brokerbench.core.report.GateReport;
import io.brokerbench.core.report.GateText;
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

  /** The candidate is not worse than tolerated, and the experiment was large enough to tell. */
  public ComparisonAssert passes() {
    isNotNull();
    return check(actual.result().verdict().decision() == Decision.PASS);
  }

  /** The candidate isn't shown to be worse than tolerated; maybe the experiment can't tell. */
  public ComparisonAssert hasNotRegressed() {
    isNotNull();
    return check(actual.result().verdict().decision() != Decision.REGRESSED);
  }

  private ComparisonAssert check(boolean holds) {
    if (!holds) {
      failWithMessage(
          "%s",
          new GateReport(false).of(GateText.of(actual.result()), List.of(), List.of())
              + "results in "
              + actual.folder());
    }
    return this;
  }
}
