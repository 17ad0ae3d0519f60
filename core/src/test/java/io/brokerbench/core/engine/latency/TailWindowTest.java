package io.brokerbench.core.engine.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.lane.SenderBench;
import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.ConstantLoad;
import io.brokerbench.core.load.Rate;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Topology;
import java.time.Duration;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TailWindowTest {

  private static final long STALLED = 5_000_000;

  private final TailWindow window = new TailWindow(TailWindow.MOST);

  /** Adds a whole window, and returns its p99. */
  private long p99(long usual, int stalled) {
    for (int i = 1; i < window.deliveries(); i++) {
      assertThat(window.add(i <= stalled ? STALLED : usual)).isFalse();
    }
    assertThat(window.add(usual)).isTrue();
    return window.takeP99();
  }

  @RepeatedTest(20)
  void theP99IsThatOfAHistogram(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    int deliveries = random.nextInt(TailWindow.LEAST, TailWindow.MOST + 1);
    TailWindow any = new TailWindow(deliveries);
    Histogram all = new Histogram(5);
    boolean full = false;
    for (int i = 0; i < deliveries; i++) {
      long nanos = random.nextLong(50_000);
      all.recordValue(nanos);
      full = any.add(nanos);
    }

    assertThat(full).isTrue();
    assertThat(any.takeP99()).isEqualTo(all.getValueAtPercentile(99));
  }

  /** Rate in all, deliveries of each message, and how many of them fall due in 25 ms. */
  @ParameterizedTest
  @CsvSource({
    "10000, 1, 1, 250",
    "10000, 1, 0.25, 63",
    "1600, 1, 1, 40",
    "100, 1, 1, 25",
    "1000, 15, 1, 375",
    "100000, 1, 1, 500",
    "1, 1000, 1, 1000",
    "1, 1000, 0.5, 500"
  })
  void aWindowHasTheDeliveriesOf25MillisecondsAndAWholeBurst(
      double rate, int consumers, double share, int deliveries) {
    Scenario scenario =
        SenderBench.scenario(
                1, new ConstantLoad(Rate.perSecond(rate)), Duration.ZERO, Duration.ofSeconds(10))
            .withTopology(new Topology(1, consumers, Distribution.ALL));
    assertThat(TailWindow.of(scenario, share).deliveries()).isEqualTo(deliveries);
  }

  @Test
  void ofALoadWithoutARateItHasTheMost() {
    Scenario closed =
        SenderBench.scenario(1, new ClosedLoad(10), Duration.ZERO, Duration.ofSeconds(10));
    assertThat(TailWindow.of(closed, 1).deliveries()).isEqualTo(TailWindow.MOST);
  }

  @Test
  void fiveOfFiveHundredMayBeLonger() {
    assertThat(p99(300_000, 5)).isEqualTo(300_000);
    assertThat(p99(300_000, 6)).isEqualTo(STALLED);
  }

  @Test
  void aWindowKnowsNothingOfTheOneBefore() {
    assertThat(p99(300_000, 400)).isEqualTo(STALLED);
    assertThat(p99(200_000, 0)).isEqualTo(200_000);
  }

  /** A message that arrives before its time, by a clock that is not the sender's. */
  @Test
  void latenciesMayBeNegative() {
    assertThat(p99(-7, 0)).isEqualTo(-7);
  }
}
