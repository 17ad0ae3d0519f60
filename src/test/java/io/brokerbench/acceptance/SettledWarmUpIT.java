package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.RunResult.WarmUp;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.result.TimelineInterval.Part;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A steady state that begins once the broker has settled, which no worker knew when it started.
 * Whenever that is: each message is accounted for, and counts on its side of that instant.
 */
class SettledWarmUpIT {

  private static final int RATE = 500;
  private static final int STEADY_SECONDS = 2;

  private static RunResult run(int workers) throws Exception {
    try (FaultyBroker broker = FaultyBroker.start()) {
      return Runs.of(10, 2, Distribution.PARTITIONS)
          .qos(1)
          .rate(RATE)
          .workers(workers)
          .warmUp(Duration.ofSeconds(1))
          .warmUpLimit(Duration.ofSeconds(25))
          .steady(Duration.ofSeconds(STEADY_SECONDS))
          .drainLimit(Duration.ofSeconds(30))
          .on(broker);
    }
  }

  private static void eachMessageCountsOnItsSide(RunResult result) {
    Runs.accusesNoBroker(result);
    WarmUp warmUp = result.warmUp().orElseThrow();
    assertThat(warmUp.end()).isNotEqualTo(WarmUp.End.GIVEN);
    assertThat(warmUp.millis()).isBetween(10_000L, 25_000L);
    assertThat(warmUp.millis() % 1_000).isZero();
    long seconds = warmUp.millis() / 1_000;
    assertThat(result.messages().scheduled()).isEqualTo(RATE * (seconds + STEADY_SECONDS));
    assertThat(result.messages().received()).isEqualTo(result.messages().scheduled());
    for (LatencyKind kind :
        List.of(LatencyKind.END_TO_END, LatencyKind.SEND_DELAY, LatencyKind.ACKNOWLEDGE)) {
      assertThat(result.latency().of(kind).count())
          .as(kind.key())
          .isEqualTo((long) RATE * STEADY_SECONDS);
    }
    assertThat(result.timeline().stream().filter(second -> second.phase() == Part.STEADY))
        .extracting(TimelineInterval::startMillis)
        .containsExactly(warmUp.millis(), warmUp.millis() + 1_000);
  }

  @Test
  void inOneProcess() throws Exception {
    eachMessageCountsOnItsSide(run(1));
  }

  @Test
  void inTwoWorkers() throws Exception {
    eachMessageCountsOnItsSide(run(2));
  }
}
