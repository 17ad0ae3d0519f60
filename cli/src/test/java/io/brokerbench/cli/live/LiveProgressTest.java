package io.brokerbench.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cli.StubRig;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.experiment.cell.CellStep;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LiveProgressTest {

  @Test
  void theSteadyStateShowsRatesAndTimeLeft() {
    assertThat(plain(Phase.STEADY))
        .isEqualTo(
            """
            steady      ##############...... 3 s left  sent 10 000/s  received 9 980/s
                        backlog 12  p99 2.1 ms  broker 61 % of a core  generator 22 %\
            """);
  }

  @Test
  void otherWorkOnTheMachineIsShownWhereThereIsMuch() {
    Progress steady = StubRig.progress(Phase.STEADY);
    assertThat(ProgressText.processes(beside(0.09, steady)))
        .isEqualTo("broker 61 % of a core  generator 22 %");
    assertThat(ProgressText.processes(beside(1.3, steady)))
        .isEqualTo("broker 61 %  generator 22 %  others 130 %");
  }

  private static Progress beside(double otherCores, Progress progress) {
    return new Progress(
        progress.phase(),
        progress.elapsed(),
        progress.length(),
        progress.connected(),
        progress.clients(),
        progress.sentPerSecond(),
        progress.receivedPerSecond(),
        progress.backlog(),
        progress.p99Nanos(),
        progress.brokerCores(),
        progress.generatorCores(),
        OptionalDouble.of(otherCores),
        progress.totals(),
        progress.lastSecond());
  }

  @Test
  void connectingShowsHowManyAreAndHowFast() {
    assertThat(plain(Phase.CONNECT))
        .isEqualTo("connecting  #################### 1 010 of 1 010, 144/s\n");
    assertThat(plain(Phase.SUBSCRIBE)).doesNotContain("/s");
  }

  @Test
  void holdingShowsWhetherAllAreStillThere() {
    assertThat(plain(Phase.HOLD))
        .isEqualTo("holding     ##############...... 3 s left  1 010 of 1 010\n");
  }

  @ParameterizedTest
  @EnumSource(Phase.class)
  void eachPhaseHasTwoLinesThatFit(Phase phase) {
    String[] lines =
        LiveProgress.render(StubRig.progress(phase), true, LiveProgress.BAR).split("\n", -1);

    assertThat(lines).hasSize(2).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void aNarrowTerminalGetsLinesThatItDoesNotBreak() {
    String whole = NumberText.plain(LiveProgress.render(StubRig.progress(Phase.STEADY), false, 5));

    assertThat(LiveProgress.cut(whole, 40).split("\n", -1))
        .containsExactly(
            "steady      ####. 3 s left  sent 10 000", "            backlog 12  p99 2.1 ms  bro");
    assertThat(LiveProgress.cut(whole, 100)).isEqualTo(whole);
    assertThat(LiveProgress.cut("one\n", 40).split("\n", -1)).containsExactly("one", "");
  }

  @Test
  void whatIsNoRunShowsHowFarItHasCome() {
    CellStep step = new CellStep("storing", "120 MB of 500 MB, broker 140 MB", 0.24);

    assertThat(LiveProgress.render(step, false, LiveProgress.BAR))
        .isEqualTo("storing     #####............... 120 MB of 500 MB, broker 140 MB\n");
  }

  private static String plain(Phase phase) {
    return NumberText.plain(LiveProgress.render(StubRig.progress(phase), false, LiveProgress.BAR));
  }
}
