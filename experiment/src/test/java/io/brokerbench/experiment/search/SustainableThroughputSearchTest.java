package io.brokerbench.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SustainableThroughputSearchTest {

  private static final double LIMIT = 16_900;

  private final List<SearchStep> reported = new ArrayList<>();

  private SearchFindings search(SearchPlan plan, StepRunner runner)
      throws RunException, InterruptedException {
    return new SustainableThroughputSearch(plan, runner, reported::add).search();
  }

  @ParameterizedTest
  @ValueSource(doubles = {10, 900, 12_345, 16_800, 16_900, 17_000, 100_000, 1_000_000})
  void theLimitIsFoundFromWhereverTheSearchBegins(double from) throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);

    SearchFindings findings = search(SearchPlan.from(from), broker);

    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2.5));
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.BROKER);
    assertThat(findings.complete()).isTrue();
    assertThat(broker.steps()).isLessThan(12);
    assertThat(reported).isEqualTo(findings.steps());
  }

  @Test
  void theIntervalHoldsTheLimitAndIsAsNarrowAsAsked() throws Exception {
    SearchPlan plan = new SearchPlan(1_000, 1e8, 0.01, 1, 20);

    RateInterval interval = search(plan, new SimulatedBroker(LIMIT, 1)).interval().orElseThrow();

    assertThat(interval.lowPerSecond()).isLessThanOrEqualTo(LIMIT * 1.006);
    assertThat(interval.highPerSecond().orElseThrow())
        .isGreaterThan(LIMIT)
        .isLessThanOrEqualTo(interval.lowPerSecond() * 1.0101);
  }

  @Test
  void theRateFoundIsConfirmedAsOftenAsAsked() throws Exception {
    SearchFindings findings =
        search(new SearchPlan(1_000, 1e8, 0.02, 3, 20), new SimulatedBroker(LIMIT, 1));

    assertThat(findings.confirmations()).isEqualTo(3);
    assertThat(findings.steps())
        .filteredOn(step -> step.kind() == StepKind.CONFIRM)
        .hasSize(3)
        .allMatch(s -> s.offeredPerSecond() == findings.sustainablePerSecond().getAsDouble());
  }

  @Test
  void aConfirmationThatFailsLowersTheBracketAndTheSearchGoesOn() throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);
    StepRunner sterner =
        request ->
            request.kind() == StepKind.CONFIRM && request.perSecond() > LIMIT * 0.9
                ? SimulatedBroker.step(
                    request, LIMIT * 0.9, StepOutcome.LATENCY, OptionalDouble.empty())
                : broker.run(request);

    SearchFindings findings = search(SearchPlan.from(1_000), sterner);

    assertThat(findings.sustainablePerSecond().orElseThrow()).isBetween(LIMIT * 0.85, LIMIT * 0.9);
    assertThat(findings.confirmations()).isEqualTo(1);
  }

  @Test
  void theGeneratorsLimitIsNeverReportedAsTheBrokers() throws Exception {
    SearchFindings findings =
        search(SearchPlan.from(1_000), new SimulatedBroker(LIMIT, 1).sentBy(LIMIT / 2));

    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.GENERATOR);
    assertThat(findings.sustainablePerSecond().orElseThrow()).isLessThanOrEqualTo(LIMIT / 2);
  }

  @Test
  void aGeneratorThatFailsFarAboveTheBrokersLimitDoesNotMatter() throws Exception {
    SearchFindings findings =
        search(SearchPlan.from(1_000), new SimulatedBroker(LIMIT, 1).sentBy(LIMIT * 1.3));

    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.BROKER);
    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2.5));
  }

  @Test
  void oneUnluckyStepOfTheGeneratorIsRepeated() throws Exception {
    SearchFindings findings =
        search(SearchPlan.from(5_000), unlucky(1, StepOutcome.GENERATOR_LIMITED));

    assertThat(findings.steps().get(1).offeredPerSecond()).isEqualTo(5_000);
    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2.5));
  }

  /** As steps of a broker do whose code is not compiled yet, or that collects garbage. */
  @ParameterizedTest
  @CsvSource({"1, BROKER_LIMITED", "2, BROKER_LIMITED", "3, BROKER_LIMITED", "1, LATENCY"})
  void aStepThatCarriedFarLessThanTheBrokerDoesLaterIsNotTheLastWord(
      int number, StepOutcome outcome) throws Exception {
    SearchFindings findings = search(SearchPlan.from(1_000), unlucky(number, outcome));

    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2.5));
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.BROKER);
  }

  /** One step of a broker carries next to nothing. */
  private static StepRunner unlucky(int number, StepOutcome outcome) {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);
    return request ->
        request.number() == number
            ? SimulatedBroker.step(request, 55, outcome, OptionalDouble.of(55))
            : broker.run(request);
  }

  /** It breaks down above its limit, and each time anew. */
  @ParameterizedTest
  @ValueSource(doubles = {1_000, LIMIT * 1.02})
  void aStepThatFailsAgainIsTheLastWord(double from) throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);
    StepRunner breakingDown =
        request ->
            request.perSecond() > LIMIT
                ? SimulatedBroker.step(
                    request, 2_000, StepOutcome.BROKER_LIMITED, OptionalDouble.of(2_000))
                : broker.run(request);

    SearchFindings findings = search(SearchPlan.from(from), breakingDown);

    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2.5));
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.BROKER);
    assertThat(findings.complete()).isTrue();
    List<Double> above =
        findings.steps().stream()
            .map(SearchStep::offeredPerSecond)
            .filter(rate -> rate > LIMIT)
            .toList();
    assertThat(above)
        .as("once, once more as it looks unlucky, and once as the search settles on a rate")
        .allMatch(rate -> Collections.frequency(above, rate) <= 3);
  }

  /** The second step and some that follow end otherwise than the broker would have it. */
  static StepRunner fromTheSecondOn(int steps, StepOutcome outcome, SimulatedBroker broker) {
    return request ->
        request.number() >= 2 && request.number() < 2 + steps
            ? SimulatedBroker.step(request, request.perSecond(), outcome, OptionalDouble.empty())
            : broker.run(request);
  }

  /** The machine had time to spare, so it was no limit: a pause of the machine, which is over. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, SearchPlan.USUAL_REPEATS})
  void pausesOfTheGeneratorDoNotEndTheSearchFarBelowTheLimit(int pauses) throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);
    StepRunner pausing = fromTheSecondOn(pauses, StepOutcome.GENERATOR_LIMITED, broker);

    SearchFindings findings = search(SearchPlan.from(1_000), pausing);

    assertThat(findings.steps().subList(1, 2 + pauses))
        .extracting(SearchStep::offeredPerSecond)
        .containsOnly(4_000.0);
    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2.5));
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.BROKER);
  }

  @Test
  void aGeneratorThatIsSlowWithTimeToSpareCostsAFewSteps() throws Exception {
    SearchPlan plan = SearchPlan.from(1_000);
    SearchFindings least =
        search(plan.withRepeats(0), new SimulatedBroker(LIMIT, 1).sentBy(LIMIT / 2));

    SearchFindings findings = search(plan, new SimulatedBroker(LIMIT, 1).sentBy(LIMIT / 2));

    int steps = least.steps().size();
    assertThat(findings.steps()).hasSizeBetween(steps + 1, steps + 2 * SearchPlan.USUAL_REPEATS);
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.GENERATOR);
    assertThat(findings.sustainablePerSecond().orElseThrow())
        .isCloseTo(least.sustainablePerSecond().orElseThrow(), withPercentage(2.5));
  }

  @Test
  void aGeneratorThatIsLateOnAFullMachineIsAtItsLimit() throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1).sentBy(3_000);

    SearchFindings findings = search(SearchPlan.from(1_000), onAFullMachine(broker));

    assertThat(findings.steps())
        .filteredOn(step -> step.offeredPerSecond() == 4_000)
        .as("far above what was sustained, and not repeated")
        .hasSize(1);
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.GENERATOR);
  }

  /** As where a broker that has just been started compiles its code on the generator's cores. */
  @Test
  void aGeneratorThatWasLateOnceOnAFullMachineIsNotAtItsLimit() throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);
    StepRunner late = fromTheSecondOn(1, StepOutcome.GENERATOR_LIMITED, broker);

    SearchFindings findings = search(SearchPlan.from(1_000), onAFullMachine(late));

    assertThat(findings.steps().get(1).verdict().outcome())
        .isEqualTo(StepOutcome.GENERATOR_LIMITED);
    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2.5));
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.BROKER);
  }

  @Test
  void aGeneratorThatIsLateAgainIsAtItsLimit() throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1).sentBy(3_900);

    SearchFindings findings =
        search(new SearchPlan(1_000, 1e8, 0.02, 0, 20), onAFullMachine(broker));

    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.GENERATOR);
    List<Double> late =
        findings.steps().stream()
            .filter(step -> step.verdict().outcome() == StepOutcome.GENERATOR_LIMITED)
            .map(SearchStep::offeredPerSecond)
            .toList();
    assertThat(late).allMatch(rate -> Collections.frequency(late, rate) <= 2);
  }

  /** Broker and generator use nine tenths of the CPU in each step. */
  private static StepRunner onAFullMachine(StepRunner runner) {
    return request -> {
      SearchStep step = runner.run(request);
      StepFigures idle = step.figures();
      return step.withFigures(
          new StepFigures(
              idle.steadySeconds(),
              idle.sentPerSecond(),
              idle.receivedPerSecond(),
              idle.carriedPerSecond(),
              idle.meanNanos(),
              idle.p50Nanos(),
              idle.p99Nanos(),
              idle.backlogHighWaterMark(),
              OptionalDouble.of(60),
              OptionalDouble.of(30),
              90));
    };
  }

  @Test
  void whereNothingIsSustainedTheSearchEndsAndSaysSo() throws Exception {
    SearchFindings findings =
        search(
            SearchPlan.from(1_000),
            request ->
                SimulatedBroker.step(request, 0, StepOutcome.LATENCY, OptionalDouble.empty()));

    assertThat(findings.sustainablePerSecond()).isEmpty();
    assertThat(findings.interval()).isEmpty();
    assertThat(findings.complete()).isTrue();
    assertThat(findings.steps()).hasSizeLessThan(8);
  }

  @Test
  void noStepGoesBeyondTheHighestRateAsked() throws Exception {
    SearchFindings findings =
        search(new SearchPlan(1_000, 10_000, 0.02, 1, 20), new SimulatedBroker(LIMIT, 1));

    assertThat(findings.sustainablePerSecond()).hasValue(10_000);
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.UPPER_RATE);
    assertThat(findings.interval().orElseThrow().highPerSecond()).isEmpty();
    assertThat(findings.steps()).allMatch(step -> step.offeredPerSecond() <= 10_000);
  }

  @Test
  void growthStopsWhereTheCpuWouldBeUsedUp() throws Exception {
    SearchFindings findings =
        search(SearchPlan.from(1_000), new SimulatedBroker(LIMIT, 1).cpuKnown(1.1));

    assertThat(findings.steps()).allMatch(step -> step.offeredPerSecond() < LIMIT * 1.4);
  }

  @Test
  void withoutEvidenceTheBrokerIsNotTheLimit() throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);

    SearchFindings findings =
        search(
            SearchPlan.from(1_000),
            request -> {
              SearchStep step = broker.run(request);
              return step.sustained()
                  ? step
                  : step.withVerdict(step.verdict().shownBy(Optional.empty()));
            });

    assertThat(findings.confirmations()).isEqualTo(1);
    assertThat(findings.notConfirmed()).isEmpty();
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.UNKNOWN);
  }

  @Test
  void aDisturbedStepIsRepeatedAndCountsForNothing() throws Exception {
    SimulatedBroker broker = new SimulatedBroker(LIMIT, 1);
    StepRunner disturbed = fromTheSecondOn(3, StepOutcome.DISTURBED, broker);

    SearchFindings findings = search(SearchPlan.from(1_000), disturbed);

    assertThat(findings.steps().subList(1, 5))
        .extracting(SearchStep::offeredPerSecond)
        .containsOnly(4_000.0);
    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2.5));
    assertThat(findings.limitedBy()).isEqualTo(LimitedBy.BROKER);
  }

  @Test
  void aLatencyLimitIsFoundByHalving() throws Exception {
    SearchFindings findings =
        search(
            SearchPlan.from(1_000),
            request ->
                SimulatedBroker.step(
                    request,
                    request.perSecond(),
                    request.perSecond() > LIMIT ? StepOutcome.LATENCY : StepOutcome.SUSTAINED,
                    OptionalDouble.empty()));

    assertThat(findings.sustainablePerSecond().orElseThrow()).isCloseTo(LIMIT, withPercentage(2));
  }
}
