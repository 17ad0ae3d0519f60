package io.brokerbench.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How searches end that are stopped, cut off, disturbed, or out of steps. */
class SearchEndTest {

  private static final double LIMIT = 16_900;

  private static SearchFindings search(SearchPlan plan, StepRunner runner)
      throws RunException, InterruptedException {
    return new SustainableThroughputSearch(plan, runner, step -> {}).search();
  }

  @Test
  void aSearchThatIsStoppedSaysWhatItFoundUntilThen() throws Exception {
    SearchFindings findings =
        search(SearchPlan.from(1_000), stoppedFrom(3, new SimulatedBroker(LIMIT, 1)));

    assertThat(findings.complete()).isFalse();
    assertThat(findings.sustainablePerSecond()).hasValue(4_000);
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
    assertThat(findings.confirmations()).isZero();
  }

  @Test
  void anIncompleteSearchDoesNotNameTheBroker() throws Exception {
    SearchFindings findings =
        search(SearchPlan.from(4_000), stoppedFrom(3, new SimulatedBroker(LIMIT, 1)));

    assertThat(findings.steps().get(1).verdict().outcome()).isEqualTo(StepOutcome.SUSTAINED);
    findings = search(SearchPlan.from(16_000), stoppedFrom(3, new SimulatedBroker(LIMIT, 1)));
    assertThat(findings.steps().get(1).verdict().outcome()).isEqualTo(StepOutcome.BROKER_LIMITED);
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
    assertThat(findings.notConfirmed()).hasValue("the search was stopped");
  }

  private static StepRunner stoppedFrom(int step, StepRunner broker) {
    return request ->
        request.number() < step
            ? broker.run(request)
            : SimulatedBroker.step(request, 0, StepOutcome.INTERRUPTED, OptionalDouble.empty());
  }

  private static StepRunner goneFrom(int step, StepRunner broker) {
    return request -> {
      if (request.number() >= step) {
        throw new RunException("connection refused", null);
      }
      return broker.run(request);
    };
  }

  @Test
  void aSearchWithoutStepsLeftToConfirmSaysSo() throws Exception {
    StepRunner neverConfirms =
        request ->
            SimulatedBroker.step(
                request,
                request.perSecond(),
                request.kind() == StepKind.CONFIRM || request.perSecond() > LIMIT
                    ? StepOutcome.BROKER_LIMITED
                    : StepOutcome.SUSTAINED,
                OptionalDouble.empty());

    SearchFindings findings = search(new SearchPlan(1_000, 1e8, 0.02, 1, 12), neverConfirms);

    assertThat(findings.confirmations()).isZero();
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
    assertThat(findings.complete()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, SearchPlan.USUAL_REPEATS})
  void aSearchThatIsDisturbedAgainAndAgainEndsAndSaysSo(int repeats) throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);
    StepRunner disturbed =
        request ->
            request.number() == 1
                ? broker.run(request)
                : SimulatedBroker.step(request, 10, StepOutcome.DISTURBED, OptionalDouble.empty());

    SearchFindings findings = search(SearchPlan.from(1_000).withRepeats(repeats), disturbed);

    assertThat(findings.steps()).hasSize(2 + repeats);
    assertThat(findings.complete()).isFalse();
    assertThat(findings.sustainablePerSecond()).hasValue(1_000);
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.DISTURBED);
    assertThat(findings.notConfirmed()).hasValue("other work on the machine disturbed the search");
    assertThat(findings.reason()).isEqualTo("it was disturbed");
  }

  @Test
  void aBrokerThatIsGoneEndsTheSearchWithWhatWasFound() throws Exception {
    SearchFindings findings =
        search(SearchPlan.from(1_000), goneFrom(3, new SimulatedBroker(LIMIT, 1)));

    assertThat(findings.complete()).isFalse();
    assertThat(findings.reason()).isEqualTo("connection refused");
    assertThatThrownBy(
            () -> search(SearchPlan.from(1_000), goneFrom(1, new SimulatedBroker(LIMIT, 1))))
        .isInstanceOf(RunException.class);
  }

  /** What was the limit below another one is no matter any more. */
  @Test
  void aBrokerThatIsGoneIsNoLimitOfTheGenerator() throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1).sentBy(12_000);

    SearchFindings findings = search(SearchPlan.from(8_000).withRepeats(0), goneFrom(3, broker));

    assertThat(findings.steps().get(1).verdict().outcome())
        .isEqualTo(StepOutcome.GENERATOR_LIMITED);
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
    assertThat(findings.notConfirmed()).hasValue("a step could not be run");
    assertThat(findings.reason()).isEqualTo("connection refused");
  }

  @Test
  void aSearchThatIsStoppedWhileItRepeatsADisturbedStepWasStopped() throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);
    StepRunner disturbed =
        SustainableThroughputSearchTest.fromTheSecondOn(1, StepOutcome.DISTURBED, broker);

    SearchFindings findings = search(SearchPlan.from(1_000), stoppedFrom(3, disturbed));

    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
    assertThat(findings.notConfirmed()).hasValue("the search was stopped");
    assertThat(findings.reason()).isEqualTo("the search was stopped");
  }

  @Test
  void theLastStepsAreKeptForTheConfirmation() throws Exception {
    SearchFindings findings =
        search(new SearchPlan(1_000, 1e8, 0.001, 1, 5), new SimulatedBroker(LIMIT, 1));

    assertThat(findings.steps()).hasSize(5);
    assertThat(findings.confirmations()).isEqualTo(1);
    assertThat(findings.notConfirmed()).isEmpty();
    assertThat(findings.complete()).as("its bracket is wide").isFalse();
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
    assertThat(findings.reason())
        .isEqualTo("the search ended after its 5 steps, before it knew the limit");
  }

  /** However it ends, and whatever it had in mind to try next. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void theRateFoundWasSustainedInAStep(int steps) throws Exception {
    for (int seed = 1; seed <= 200; seed++) {
      SimulatedBroker stopped = new SimulatedBroker(LIMIT, seed).noise(0.02, 0.05);
      SimulatedBroker cut = new SimulatedBroker(LIMIT, seed).noise(0.02, 0.05);
      assertRateFoundWasSustained(search(SearchPlan.from(4_000), stoppedFrom(steps, stopped)));
      assertRateFoundWasSustained(search(new SearchPlan(4_000, 1e8, 0.02, 1, steps), cut));
    }
  }

  private static void assertRateFoundWasSustained(SearchFindings findings) {
    findings
        .sustainablePerSecond()
        .ifPresent(
            found ->
                assertThat(findings.steps())
                    .as(findings.toString())
                    .anyMatch(step -> step.sustained() && step.offeredPerSecond() == found));
  }
}
