package io.brokerbench.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.stage.IntervalLatency;
import io.brokerbench.core.engine.stage.Phase;
import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunTotals;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A broker of 1 000 msg/s is looked at five times a second. */
class OverloadWatchTest {

  private static final double RATE = 1_000;
  private static final int SECOND = 5;

  private final OverloadWatch watch = new OverloadWatch(RATE, 1);
  private double backlog;

  private static Progress progress(Phase phase, int look, double sent, double got, long backlog) {
    return new Progress(
        phase,
        Duration.ofMillis(look * 200L),
        Duration.ofSeconds(5),
        10,
        10,
        sent,
        got,
        backlog,
        1_000_000,
        OptionalDouble.of(0.9),
        0.2,
        OptionalDouble.empty(),
        RunTotals.NONE,
        IntervalLatency.NONE);
  }

  /** Seconds of the phase until the watch cuts it; -1 if it does not within some seconds. */
  private double cutAfter(Phase phase, int seconds, double sent, IntToDoubleFunction received) {
    for (int look = 1; look <= seconds * SECOND; look++) {
      double got = received.applyAsDouble(look);
      backlog = Math.max(0, backlog + (sent - got) / SECOND);
      if (watch.sees(progress(phase, look, sent, got, Math.round(backlog)))) {
        return (double) look / SECOND;
      }
    }
    return -1;
  }

  @Test
  void aBrokerThatKeepsUpIsLeftAlone() {
    assertThat(cutAfter(Phase.STEADY, 60, RATE, look -> RATE)).isEqualTo(-1);
    assertThat(watch.stoppedAfter()).isEmpty();
  }

  @Test
  void aDeepOverloadIsCutWithinTwoSeconds() {
    assertThat(cutAfter(Phase.STEADY, 5, RATE, look -> 200)).isBetween(1.0, 2.0);
    assertThat(watch.stoppedAfter()).isPresent();
    assertThat(watch.receivedPerSecond()).isEqualTo(200);
    assertThat(watch.sees(progress(Phase.STEADY, 99, RATE, 200, 99_999))).isFalse();
  }

  @Test
  void theTimeUntilThenCountsTheWarmUp() {
    watch.sees(progress(Phase.WARM_UP, 0, RATE, 200, 0));
    double seconds = cutAfter(Phase.STEADY, 5, RATE, look -> 200);

    // the example's phases are planned to take five seconds
    assertThat(watch.stoppedAfter())
        .contains(Duration.ofMillis(Math.round(seconds * 1_000) + 5_000));
  }

  /** Of less, the run would say what the generator and the machine did in some milliseconds. */
  @Test
  void aStepIsCutInTheWarmUpOrAfterASecondOfTheSteadyState() {
    assertThat(cutAfter(Phase.WARM_UP, 2, RATE, look -> 100)).isEqualTo(-1);
    assertThat(watch.sees(progress(Phase.STEADY, 0, RATE, 100, Math.round(backlog + 180))))
        .isFalse();
    backlog += 180;
    assertThat(cutAfter(Phase.STEADY, 5, RATE, look -> 100)).isGreaterThanOrEqualTo(1);
    assertThat(watch.stoppedInWarmUp()).isFalse();
  }

  @Test
  void whatIsCutInTheWarmUpIsKnown() {
    assertThat(cutAfter(Phase.WARM_UP, 20, RATE, look -> 100)).isGreaterThan(5);
    assertThat(watch.stoppedInWarmUp()).isTrue();
    assertThat(watch.sees(progress(Phase.STEADY, 0, RATE, 100, 99_999))).isFalse();
    assertThat(watch.stoppedInWarmUp()).isTrue();
  }

  @Test
  void aSlightOverloadIsCutOnceItCouldNotDrainInASecond() {
    assertThat(cutAfter(Phase.STEADY, 10, RATE, look -> 750)).isBetween(2.8, 3.4);
  }

  @Test
  void aStallOfOneAndAHalfSecondsIsNoOverload() {
    assertThat(cutAfter(Phase.STEADY, 8, RATE, look -> look > 10 && look <= 17 ? 0 : 1_400))
        .isEqualTo(-1);
  }

  @Test
  void aBrokerThatDeliversNothingIsCutAtLast() {
    assertThat(cutAfter(Phase.STEADY, 10, RATE, look -> 0)).isBetween(2.8, 3.4);
  }

  @Test
  void aBacklogOfTheWarmUpThatGoesDownIsNoOverload() {
    assertThat(cutAfter(Phase.WARM_UP, 2, RATE, look -> 100)).isEqualTo(-1);
    assertThat(cutAfter(Phase.STEADY, 5, RATE, look -> 1_100)).isEqualTo(-1);
  }

  /** One message each second: most looks see none that was sent, and a backlog that is not less. */
  @Test
  void aRateOfFewMessagesIsNotJudged() {
    OverloadWatch slow = new OverloadWatch(1, 500);
    for (int look = 1; look <= 60 * SECOND; look++) {
      assertThat(slow.sees(progress(Phase.STEADY, look, 0, 0, look * 100L))).isFalse();
    }
    assertThat(slow.stoppedAfter()).isEmpty();
  }

  /** A broker settles in a phase of its own, and what waits goes on waiting. */
  @Test
  void whatIsCutWhileTheBrokerSettlesIsOfTheWarmUp() {
    assertThat(cutAfter(Phase.WARM_UP, 4, RATE, look -> 100)).isEqualTo(-1);
    assertThat(cutAfter(Phase.SETTLE, 20, RATE, look -> 100)).isBetween(1.4, 2.0);
    assertThat(watch.stoppedInWarmUp()).isTrue();
    assertThat(watch.stoppedAfter().orElseThrow())
        .as("five seconds of warm-up before it")
        .isBetween(Duration.ofMillis(6_400), Duration.ofMillis(7_000));
  }

  @Test
  void theTimeUntilThenCountsTheTimeThatTheBrokerSettled() {
    assertThat(cutAfter(Phase.WARM_UP, 1, RATE, look -> RATE)).isEqualTo(-1);
    assertThat(cutAfter(Phase.SETTLE, 3, RATE, look -> RATE)).isEqualTo(-1);
    double seconds = cutAfter(Phase.STEADY, 5, RATE, look -> 200);
    assertThat(watch.stoppedAfter())
        .contains(Duration.ofMillis(Math.round(seconds * 1_000) + 8_000));
  }

  /** Of 20 random arrivals a second, fewer than 16 come in one of five seconds. */
  @Test
  void fewRandomArrivalsAreNotHeldBack() {
    OverloadWatch slow = new OverloadWatch(20, 1);
    for (int look = 1; look <= 60 * SECOND; look++) {
      double sent = look % 5 == 0 ? 15 : 10;
      assertThat(slow.sees(progress(Phase.STEADY, look, sent, sent, 0))).isFalse();
    }
    for (int look = 1; look <= 10; look++) {
      slow.sees(progress(Phase.STEADY, look, 0, 0, 0));
    }
    assertThat(slow.stoppedAfter()).isPresent();
  }

  @Test
  void sendsThatAreHeldBackCanOnlyFail() {
    assertThat(cutAfter(Phase.STEADY, 5, RATE * 0.7, look -> RATE * 0.7)).isBetween(1.0, 1.4);
  }
}
