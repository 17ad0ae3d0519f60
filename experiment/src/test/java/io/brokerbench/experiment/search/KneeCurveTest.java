package io.brokerbench.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class KneeCurveTest {

  private static final StepRunner SUSTAINS =
      request ->
          SimulatedBroker.step(
              request, request.perSecond(), StepOutcome.SUSTAINED, OptionalDouble.empty());

  /** At 50, 75 and 95 % of what a search found. */
  private static KneeCurve.Knee knee(StepRunner runner) throws Exception {
    SearchFindings findings =
        new SustainableThroughputSearch(
                SearchPlan.from(1_000), new SimulatedBroker(10_000, 1), step -> {})
            .search();
    return new KneeCurve(List.of(50, 75, 95), runner, step -> {}).run(findings);
  }

  /** The last one is run otherwise. */
  private static StepRunner thenInstead(StepRunner last) {
    int[] runs = new int[1];
    return request -> ++runs[0] == 2 ? last.run(request) : SUSTAINS.run(request);
  }

  @Test
  void aCurveWithAllItsStepsLacksNothing() throws Exception {
    KneeCurve.Knee knee = knee(SUSTAINS);
    assertThat(knee.steps()).hasSize(3);
    assertThat(knee.missing()).isEmpty();
  }

  @Test
  void aCurveThatIsStoppedSaysSo() throws Exception {
    KneeCurve.Knee knee =
        knee(
            thenInstead(
                request ->
                    SimulatedBroker.step(
                        request, 0, StepOutcome.INTERRUPTED, OptionalDouble.empty())));
    assertThat(knee.steps()).hasSize(2);
    assertThat(knee.missing()).hasValue("the search was stopped");
  }

  @Test
  void aCurveWhoseBrokerIsGoneSaysSo() throws Exception {
    KneeCurve.Knee knee =
        knee(
            thenInstead(
                request -> {
                  throw new RunException("connection refused", null);
                }));
    assertThat(knee.steps()).hasSize(1);
    assertThat(knee.missing()).hasValue("connection refused");
  }

  @Test
  void aSearchWithoutAllOfItsCurveIsNotComplete() {
    SearchResult result = ExampleSearch.found().withoutAllOfTheKnee("connection refused");
    assertThat(result.complete()).isFalse();
    assertThat(result.ranOutOfSteps()).isFalse();
    assertThat(result.answers()).isFalse();
    assertThat(result.mostSustained()).as("which the curve has no part in").hasValue(16_900);
    assertThat(result.reason())
        .endsWith("; steps at shares of the rate found are missing: connection refused");
  }
}
