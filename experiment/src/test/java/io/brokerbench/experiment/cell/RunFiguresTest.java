package io.brokerbench.experiment.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.load.Rate;
import io.brokerbench.core.result.ExampleResult;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.experiment.study.ScriptedCellBrokers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a cell has of its runs. */
class RunFiguresTest {

  /**
   * The rate of a broker that accepts all clients as they come is theirs. One that lets them queue
   * has a second in which many of them get in, whatever the pace.
   */
  @ParameterizedTest
  @CsvSource({"2450, 1, true", "2700, 1, false", "2450, 1000, false"})
  void aRateOfConnectsThatIsThePaceOfTheClientsIsTheLeast(
      double due, double timesTheWait, boolean least) {
    RunResult came = new ExampleResult().connectsOnly().latencyScale(timesTheWait).build();
    RunResult paced =
        came.withScenario(
            came.scenario()
                .withSession(
                    came.scenario().session().withConnectRate(Optional.of(Rate.perSecond(due)))));

    RunFigures figures =
        new RunFigures()
            .of(
                new ProbedRun.Results(Optional.of(paced), Optional.empty()),
                new ScriptedCellBrokers().broker);

    assertThat(figures.lowerBounds())
        .isEqualTo(
            least ? List.of("connections.perSecond", "connections.peakPerSecond") : List.of());
  }

  /** Where ticks of 10 ms count it, the seconds of much CPU alone are known. */
  @ParameterizedTest
  @CsvSource({"0, 100", "5, 95", "6, 0", "100, 0"})
  void secondsOfLittleCpuThatAreUnknownLeaveNoSamplesOfThoseOfMuch(int unknown, int samples) {
    List<TimelineInterval> seconds = new ArrayList<>();
    for (TimelineInterval second : new ExampleResult().timelineSeconds(102).build().timeline()) {
      seconds.add(seconds.size() < 2 + unknown ? withoutCpu(second) : second);
    }

    assertThat(RunFigures.cpu(seconds)).hasSize(samples).allMatch(percent -> percent == 61);
  }

  @Test
  void secondsInWhichTheBrokerWasGoneHideNothing() {
    List<TimelineInterval> seconds = new ArrayList<>();
    seconds.addAll(new ExampleResult().timelineSeconds(12).build().timeline());
    seconds.addAll(new ExampleResult().timelineSeconds(12).withoutBrokerUsage().build().timeline());

    assertThat(RunFigures.cpu(seconds)).hasSize(10);
  }

  private static TimelineInterval withoutCpu(TimelineInterval second) {
    return new TimelineInterval(
        second.startMillis(),
        second.lengthMillis(),
        second.phase(),
        second.sent(),
        second.acknowledged(),
        second.received(),
        second.backlog(),
        second.endToEndP50Nanos(),
        second.endToEndP99Nanos(),
        second.endToEndMaxNanos(),
        OptionalDouble.empty(),
        second.brokerRssBytes(),
        second.generatorCpuPercentOfCore(),
        second.brokerMetrics(),
        second.machine());
  }
}
