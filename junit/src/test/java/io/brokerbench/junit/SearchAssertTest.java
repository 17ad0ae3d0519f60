package io.brokerbench.junit;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Threshold;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.SearchResult;
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

  @Test
  void nothingIsLessThanAnyRate() {
    MeasuredSearch nothing = found(OptionalDouble.empty(), LimitedBy.BROKER);
    assertThatThrownBy(() -> assertThat(nothing).sustainsAtLeast(ASKED))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("sustains nothing");
  }
}
