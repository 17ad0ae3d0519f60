package io.brokerbench.core.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.definition.ScenarioCodec;
import io.brokerbench.core.definition.ScenarioFormat;
import io.brokerbench.core.drift.Drift;
import io.brokerbench.core.drift.DriftKind;
import io.brokerbench.core.drift.Trend;
import io.brokerbench.core.drift.Trend.Course;
import io.brokerbench.core.engine.stage.HeldResources;
import io.brokerbench.core.load.RampLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.TimelineInterval.Part;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.telemetry.ProcessHoldings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftSeriesTest {

  private static final Scenario STEADY = new ExampleResult().build().scenario();
  private static final int WARM_UP = 10;
  private static final int MINUTES_90 = 5_400;

  private static List<TimelineInterval> timeline(int steadySeconds) {
    List<TimelineInterval> seconds = new ArrayList<>();
    for (int i = 0; i < WARM_UP + steadySeconds + 3; i++) {
      Part phase =
          i < WARM_UP ? Part.WARM_UP : i < WARM_UP + steadySeconds ? Part.STEADY : Part.DRAIN;
      seconds.add(second(i, phase));
    }
    return seconds;
  }

  /** Memory leaks 1 kB in a second; a message costs 50 us of CPU. */
  private static TimelineInterval second(int number, Part phase) {
    return new TimelineInterval(
        number * 1_000L,
        1_000,
        phase,
        200,
        200,
        200,
        0,
        OptionalLong.of(600_000),
        OptionalLong.of(2_000_000),
        OptionalLong.of(9_000_000),
        OptionalDouble.of(1),
        OptionalLong.of(10_000_000 + 1_000L * number),
        OptionalDouble.of(2),
        Optional.empty(),
        Optional.empty());
  }

  /** A descriptor is lost each minute; every 20 s there is a collection, a full one every 100 s. */
  private static HeldResources held(int second) {
    return new HeldResources(
        OptionalLong.of(90_000_000),
        second % 20 == 0
            ? OptionalLong.of(12_000_000 + 1_000_000L * (second / 20 % 5))
            : OptionalLong.empty(),
        new ProcessHoldings(OptionalLong.of(14), OptionalLong.of(40 + second / 60)),
        new ProcessHoldings(OptionalLong.of(1), OptionalLong.of(110)));
  }

  private static Drift drift(IntFunction<HeldResources> held) {
    return DriftSeries.of(STEADY, false, timeline(MINUTES_90), held).orElseThrow();
  }

  @Test
  void eachSeriesHasItsCourse() {
    Drift drift = drift(DriftSeriesTest::held);

    assertThat(drift.trends()).containsOnlyKeys(DriftKind.values());
    assertThat(drift.of(Course.GROWS))
        .containsExactly(DriftKind.BROKER_RSS, DriftKind.GENERATOR_DESCRIPTORS);
    assertThat(drift.of(Course.FLAT)).hasSize(9);
  }

  @Test
  void aSlopeIsPerHourAndAValueThatOfItsBlock() {
    Drift drift = drift(DriftSeriesTest::held);
    Trend memory = drift.trends().get(DriftKind.BROKER_RSS);

    assertThat(memory.perHour()).isCloseTo(3_600_000, within(1.0));
    assertThat(memory.blocks()).hasSize(60);
    assertThat(memory.blocks().get(0).atSeconds()).isEqualTo(45);
    assertThat(memory.blocks().get(0).value()).isEqualTo(10_000_000 + 1_000 * (WARM_UP + 44.5));
    assertThat(drift.trends().get(DriftKind.GENERATOR_DESCRIPTORS).perHour())
        .isCloseTo(60, within(1.5));
    assertThat(drift.trends().get(DriftKind.BROKER_CPU).mean()).isCloseTo(50_000, within(1e-6));
    assertThat(drift.trends().get(DriftKind.GENERATOR_CPU).mean()).isCloseTo(100_000, within(1e-6));
  }

  @Test
  void theHeapOfABlockIsTheLeastAfterAnyCollectionInIt() {
    Trend heap = drift(DriftSeriesTest::held).trends().get(DriftKind.GENERATOR_HEAP);

    assertThat(heap.blocks()).allMatch(block -> block.value() <= 13_000_000);
  }

  @Test
  void whatIsNotKnownIsAbsent() {
    Drift drift = drift(second -> HeldResources.UNKNOWN);

    assertThat(drift.trends())
        .containsOnlyKeys(
            DriftKind.BROKER_RSS,
            DriftKind.BROKER_CPU,
            DriftKind.GENERATOR_CPU,
            DriftKind.END_TO_END_P50,
            DriftKind.END_TO_END_P99);
  }

  @Test
  void fewCollectionsSayNothingOfTheHeap() {
    Drift drift =
        drift(second -> second % 600 == 0 ? held(second) : withoutCollection(held(second)));

    assertThat(drift.trends()).doesNotContainKey(DriftKind.GENERATOR_HEAP);
  }

  private static HeldResources withoutCollection(HeldResources held) {
    return new HeldResources(held.ownRssBytes(), OptionalLong.empty(), held.own(), held.broker());
  }

  @Test
  void fiveMinutesHaveThirtyBlocksAndLessIsTooShort() {
    Drift five = DriftSeries.of(STEADY, false, timeline(300), DriftSeriesTest::held).orElseThrow();

    assertThat(five.trends().get(DriftKind.BROKER_RSS).blocks()).hasSize(30);
    assertThat(DriftSeries.of(STEADY, false, timeline(299), DriftSeriesTest::held)).isEmpty();
  }

  @Test
  void aSecondThatIsMissingLeavesItsBlockToTheOthers() {
    List<TimelineInterval> gaps = new ArrayList<>(timeline(600));
    IntStream.of(500, 300, 100).forEach(gaps::remove);

    Trend memory =
        DriftSeries.of(STEADY, false, gaps, DriftSeriesTest::held)
            .orElseThrow()
            .trends()
            .get(DriftKind.BROKER_RSS);
    assertThat(memory.perHour()).isCloseTo(3_600_000, within(10_000.0));
  }

  @Test
  void aGroupAmongOthersHasNoDriftAsTheirsShowsInIt() {
    assertThat(DriftSeries.of(STEADY, true, timeline(MINUTES_90), DriftSeriesTest::held)).isEmpty();
  }

  @Test
  void aLoadThatRisesOnPurposeHasNoDrift() {
    Scenario ramp =
        STEADY.withWorkload(
            STEADY
                .workload()
                .withLoad(
                    new RampLoad(
                        Rate.perSecond(100), Rate.perSecond(200), Duration.ofSeconds(60))));

    assertThat(DriftSeries.of(ramp, false, timeline(MINUTES_90), DriftSeriesTest::held)).isEmpty();
    Scenario slow =
        ScenarioCodec.read(
            """
            name: it
            topology: {publishers: 10, consumers: 10, distribution: ALL}
            workload: {qos: 1}
            session: {persistent: true, reconnect: true}
            phases: {steady: 1h}
            conditions: {storm: {kind: SLOW}}
            """,
            ScenarioFormat.YAML,
            "it.yaml");
    assertThat(DriftSeries.of(slow, false, timeline(MINUTES_90), DriftSeriesTest::held))
        .as("a broker has to keep what slow consumers do not take")
        .isEmpty();
  }
}
