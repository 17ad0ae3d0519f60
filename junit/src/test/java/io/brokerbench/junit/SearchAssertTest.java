package io.brokerbench.junit;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.SearchPlan;
import io.brokerbench.experiment.search.SearchResult;
import io.brokerbench.experiment.search.SearchStep;
import io.brokerbench.experiment.search.StepFigures;
import io.brokerbench.experiment.search.StepKind;
import io.brokerbench.experiment.search.StepVerdict;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opentest4j.TestAbortedException;

class SearchAssertTest {

  private static final Rate ASKED = Rate.perSecond(200);

  private static MeasuredSearch found(OptionalDouble rate, LimitedBy limit) {
    RunResult run = ExampleRun.with(result -> {}).result();
    SearchResult result =
        new SearchResult(
            SearchResult.SCHEMA,
            run.scenario(),
            run.broker(),
            run.driver(),
            run.environment(),
            Instant.EPOCH,
            null,
            null,
            true,
            rate,
            1,
            Optional.empty(),
            Optional.empty(),
            limit,
            "the reason",
            0,
            Optional.empty(),
            List.of(),
            Optional.empty());
    return new MeasuredSearch(result, Path.of("results", "search"));
  }

  @Test
  void aRateThatIsEnoughDoesNotExcuseAThresholdThatIsCrossed() {
    MeasuredSearch search = found(OptionalDouble.of(200), LimitedBy.BROKER);
    ThresholdCheck check = ThresholdCheck.of(Threshold.parse("p99>5ms"));
    SearchResult crossed =
        search.result().withThresholds(Optional.of(List.of(check.with(OptionalDouble.of(7.2e6)))));

    assertThatThrownBy(
            () -> assertThat(new MeasuredSearch(crossed, search.folder())).sustainsAtLeast(ASKED))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "crosses a threshold: p99 end-to-end 7.2 ms, fails above 5.0 ms; 44 % over");
  }

  @ParameterizedTest
  @EnumSource(LimitedBy.class)
  void theRateThatIsAskedForIsEnoughWhateverTheLimit(LimitedBy limit) {
    assertThat(found(OptionalDouble.of(200), limit)).sustainsAtLeast(ASKED);
  }

  @ParameterizedTest
  @EnumSource(
      value = LimitedBy.class,
      names = {"BROKER", "CRITERION", "UPPER_RATE"})
  void lessIsAFailureWhereTheBrokerWasTheLimit(LimitedBy limit) {
    MeasuredSearch less = found(OptionalDouble.of(199), limit);
    assertThatThrownBy(() -> assertThat(less).sustainsAtLeast(ASKED))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("sustains 199")
        .hasMessageContaining("should sustain at least 200")
        .hasMessageContaining("the reason");
  }

  @ParameterizedTest
  @EnumSource(
      value = LimitedBy.class,
      names = {"GENERATOR", "NETWORK", "DISTURBED", "UNKNOWN"})
  void lessAbortsTheTestWhereTheBrokerWasNotShownToBeTheLimit(LimitedBy limit) {
    MeasuredSearch less = found(OptionalDouble.of(199), limit);
    assertThatThrownBy(() -> assertThat(less).sustainsAtLeast(ASKED))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("the reason");
  }

  /** As that the broker failed at a rate below it: whatever the limit is, it is less. */
  @Test
  void aSearchWithoutStepsLeftShowsTheLimitByAStepBelowTheRate() {
    SearchStep kept = step(1, 180, StepVerdict.sustained());
    StepVerdict failed = StepVerdict.of(StepOutcome.BROKER_LIMITED, "fell behind");
    SearchStep shown = step(2, 200, failed.shownBy(Optional.of("it used 2 of 2 cores")));

    MeasuredSearch search = outOfSteps(List.of(kept, shown));
    assertThatThrownBy(() -> assertThat(search).sustainsAtLeast(ASKED))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("sustains 180");
    for (SearchStep other :
        List.of(step(2, 200, failed), shown.withOfferedPerSecond(201), kept.withNumber(2))) {
      MeasuredSearch unshown = outOfSteps(List.of(kept, other));
      assertThatThrownBy(() -> assertThat(unshown).sustainsAtLeast(ASKED))
          .isInstanceOf(TestAbortedException.class);
    }
  }

  private static MeasuredSearch outOfSteps(List<SearchStep> steps) {
    MeasuredSearch search = found(OptionalDouble.of(180), LimitedBy.UNKNOWN);
    SearchResult result =
        search
            .result()
            .withComplete(false)
            .withPlan(new SearchPlan(180, 1e6, 0.02, 1, steps.size()))
            .withSteps(steps);
    return new MeasuredSearch(result, search.folder());
  }

  private static SearchStep step(int number, double perSecond, StepVerdict verdict) {
    OptionalDouble unknown = OptionalDouble.empty();
    StepFigures figures = new StepFigures(5, 0, 0, 0, 0, 0, 0, 0, unknown, unknown, 0);
    return new SearchStep(
        number, StepKind.PROBE, perSecond, figures, verdict, unknown, Optional.empty());
  }

  @Test
  void nothingIsLessThanAnyRate() {
    MeasuredSearch nothing = found(OptionalDouble.empty(), LimitedBy.BROKER);
    assertThatThrownBy(() -> assertThat(nothing).sustainsAtLeast(ASKED))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("sustains nothing");
  }
}
