package io.brokerbench.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.result.ExampleMachine;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnRateTest {

  private static final OnOff TWO_OF_FIVE =
      new OnOff(Duration.ofMillis(400), Duration.ofMillis(600));

  private static final OnOff ONE_OF_FOUR =
      new OnOff(Duration.ofSeconds(1), Duration.ofSeconds(3), Optional.of(Duration.ofSeconds(2)));

  /** Its load is on in turns. */
  private static RunResult inTurns(RunResult run, OnOff times) {
    Scenario scenario = run.scenario();
    return run.withScenario(
        scenario.withWorkload(scenario.workload().withOnOff(Optional.of(times))));
  }

  private static RunResult closed(int seconds) {
    RunResult run = new ExampleResult().timelineSeconds(seconds).build();
    Scenario scenario = run.scenario();
    return inTurns(
        run.withScenario(scenario.withWorkload(scenario.workload().withLoad(new ClosedLoad(10)))),
        ONE_OF_FOUR);
  }

  /** A rate that is kept while the load is on is that rate, and no threshold says less. */
  @Test
  void anOpenLoadsRatesAreThoseWhileItIsOn() {
    RunResult run =
        inTurns(
            new ExampleResult()
                .throughput(new Throughput(4_000, 4_000, 3_999))
                .thresholds("throughput<9000/s")
                .build(),
            TWO_OF_FIVE);
    SideMeasure.SideResult side = SideMeasure.SideResult.ofTurns(run);

    assertThat(side.values().get(FigureCatalogue.find("throughput.received")))
        .isCloseTo(9_997.5, within(0.01));
    assertThat(side.run().throughput().sentPerSecond()).isCloseTo(10_000, within(0.01));
    assertThat(side.thresholds()).singleElement().matches(check -> !check.isCrossed());
  }

  /** The rate is that of two fifths of the time, and the disk is written in all of it. */
  @Test
  void whatTheBrokerWritesIsSharedOutOverAllMessagesOfTheTurns() {
    RunResult run =
        inTurns(
            new ExampleResult()
                .timelineSeconds(12)
                .throughput(new Throughput(10_000, 10_000, 10_000))
                .machine(new ExampleMachine().diskBytes(60_000_000, 0, 0).build())
                .build(),
            TWO_OF_FIVE);

    assertThat(SideMeasure.SideResult.ofTurns(run).values())
        .containsEntry(FigureCatalogue.find("broker.diskPerMessage"), 600.0);
  }

  @Test
  void ofAClosedLoadOnlySecondsInWhichItIsOnCount() {
    RunResult run = closed(40);
    List<Long> steady =
        run.timeline().stream()
            .filter(each -> each.phase() == TimelineInterval.Part.STEADY)
            .map(TimelineInterval::received)
            .toList();
    double mean =
        IntStream.range(0, steady.size())
            .filter(i -> i % 4 == 2)
            .mapToLong(steady::get)
            .average()
            .orElseThrow();

    assertThat(TurnRate.of(run).receivedPerSecond()).isPositive().isCloseTo(mean, within(1e-6));
  }

  @Test
  void aRunThatEndedBeforeItsFirstTurnHasTheRatesThatItHas() {
    RunResult run = closed(1);
    assertThat(TurnRate.of(run)).isEqualTo(run.throughput());
  }
}
