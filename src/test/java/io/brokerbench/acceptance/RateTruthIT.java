package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.scenario.Distribution;
import io.brokerbench.testkit.Undisturbed;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is asked for is what is offered and sent, and in time. */
class RateTruthIT {

  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final long SEND_DELAY_LIMIT_NANOS = 200_000;

  @Tag("release")
  @Test
  void aThousandPerSecondAreKeptOverTenSeconds() throws Exception {
    theRateIsKeptOverTenSeconds(1_000, 10);
  }

  @Test
  @Tag("release")
  void onePerSecondIsKeptOverTenSeconds() throws Exception {
    theRateIsKeptOverTenSeconds(1, 1);
  }

  private static void theRateIsKeptOverTenSeconds(double rate, int publishers) throws Exception {
    RunResult result =
        Runs.of(publishers, 1, Distribution.SINGLE)
            .rate(rate)
            .steady(TEN_SECONDS)
            .withFaults(faults -> {});
    isKept(rate, result);
  }

  @Test
  void twentyThousandPerSecondFromAThousandPublishersAreSentInTime() throws Exception {
    Mosquitto.assumeInstalled();
    RunResult result =
        Undisturbed.ofFew(3, RateTruthIT::twentyThousandPerSecond, RateTruthIT::isInTime);
    isKept(20_000, result);
    assertThat(result.latency().sendDelay().p50Nanos()).isLessThan(SEND_DELAY_LIMIT_NANOS);
  }

  private static RunResult twentyThousandPerSecond() throws Exception {
    try (Broker broker = Mosquitto.start()) {
      return Runs.of(1_000, 10, Distribution.PARTITIONS)
          .rate(20_000)
          .warmUp(Duration.ofSeconds(2))
          .steady(TEN_SECONDS)
          .on(broker);
    }
  }

  /** A machine that does other things as well may fail to; that is no news of the tool. */
  private static boolean isInTime(RunResult result) {
    return result.generator().healthy()
        && result.latency().sendDelay().p50Nanos() < SEND_DELAY_LIMIT_NANOS;
  }

  private static void isKept(double rate, RunResult result) {
    Throughput throughput = result.throughput();
    assertThat(throughput.offeredPerSecond()).isCloseTo(rate, withPercentage(0.1));
    assertThat(throughput.sentPerSecond()).isCloseTo(rate, withPercentage(0.1));
    assertThat(result.messages().lost()).isZero();
  }
}
