package io.brokerbench.acceptance;

import static io.brokerbench.junit.BenchAssertions.assertThat;
import static io.brokerbench.junit.Overrides.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.storm.StormOutcome;
import io.brokerbench.junit.Bench;
import io.brokerbench.junit.BrokerBench;
import io.brokerbench.junit.MeasuredRun;
import io.brokerbench.junit.Overrides;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Storms and requests on a small scale, as a broker team's own tests with the JUnit extension. */
@Tag("release")
@BrokerBench(broker = "embedded:artemis")
class StormBenchIT {

  private static Overrides small() {
    return with()
        .publishers(20)
        .consumers(5)
        .warmUp(Duration.ofSeconds(1))
        .duration(Duration.ofSeconds(4))
        .quietPeriod(Duration.ofSeconds(1))
        .attempts(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RETAINED", "WILL", "TAKEOVER", "RECONNECT", "CHURN", "SLOW"})
  void aStormOwesNothingInTheEnd(String name, Bench bench) {
    Overrides change = small();
    if (!name.equals("WILL")) {
      change = change.rate(200);
    }
    RunResult result = bench.run(name, change).result();
    StormOutcome storm = result.storm().orElseThrow();
    assertThat(storm.owed()).isPositive();
    assertThat(storm.missing()).isZero();
    assertThat(result.messages().lost()).isZero();
  }

  @Test
  void silentClientsLeaveTheirWills(Bench bench) {
    RunResult result =
        bench
            .run(
                "WILL.SILENCE",
                small().set("session.keepAlive", "1s").set("conditions.storm.every", "10ms"))
            .result();
    assertThat(result.storm().orElseThrow().missing()).isZero();
  }

  @Test
  void eachRequestHasItsReply(Bench bench) {
    MeasuredRun run =
        bench.run(
            "REQUEST.MQTT5",
            with()
                .publishers(10)
                .set("topology.responders", 2)
                .rate(200)
                .warmUp(Duration.ofSeconds(1))
                .duration(Duration.ofSeconds(2))
                .attempts(3));
    assertThat(run).losesNothing();
    assertThat(run.result().requests().orElseThrow().unanswered()).isEmpty();
  }
}
