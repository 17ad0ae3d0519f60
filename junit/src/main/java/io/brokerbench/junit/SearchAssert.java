package io.brokerbench.junit;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.load.Rate;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.search.StepKind;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.opentest4j.TestAbortedException;

/** What has to come of a search. */
public final class SearchAssert extends AbstractAssert<SearchAssert, MeasuredSearch> {

  SearchAssert(MeasuredSearch search) {
    super(search, SearchAssert.class);
  }

  /**
   * The broker sustains this rate. Where the search ended below it and does not show that the
   * broker was the limit, the test is aborted. One that had no steps left shows it by a step at no
   * more than this rate.
   *
   * @throws TestAbortedException then
   */
  public SearchAssert sustainsAtLeast(Rate rate) {
    isNotNull();
    SearchResult result = actual.result();
    double found = result.sustainablePerSecond().orElse(0);
    if (found >= rate.perSecond()) {
      String crossed = AssertionText.crossed(result.thresholds().orElse(List.of()));
      if (!crossed.isEmpty()) {
        failWithMessage(
            "%s",
            "%s crosses a threshold: %s; results in %s"
                .formatted(
                    AssertionText.subject(result.scenario(), result.broker()),
                    crossed,
                    actual.folder()));
      }
      return this;
    }
    boolean shown =
        result.limitedBy().isBrokers()
            || result.limitedBy() == LimitedBy.UPPER_RATE
            || (result.ranOutOfSteps() && brokerFailed(result, found, rate.perSecond()));
    if (!shown) {
      throw new TestAbortedException(InvalidRuns.text(actual));
    }
    failWithMessage(
        "%s",
        "%s sustains %s, and should sustain at least %s: %s; results in %s"
            .formatted(
                AssertionText.subject(result.scenario(), result.broker()),
                found == 0 ? "nothing" : AssertionText.rate(found),
                AssertionText.exactRate(rate.perSecond()),
                NumberText.plain(result.reason()),
                actual.folder()));
    return this;
  }

  /**
   * Whether a step above the rate found, and not above another one, shows that the broker failed.
   */
  private static boolean brokerFailed(SearchResult result, double found, double perSecond) {
    return result.steps().stream()
        .filter(step -> step.kind() != StepKind.KNEE)
        .filter(step -> step.offeredPerSecond() > found && step.offeredPerSecond() <= perSecond)
        .map(SearchStep::verdict)
        .anyMatch(
            verdict ->
                switch (verdict.outcome()) {
                  case BROKER_CPU, LATENCY -> true;
                  case BROKER_LIMITED, CONTRACT_BROKEN -> verdict.evidence().isPresent();
                  default -> false;
                });
  }
}
