package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ConnectHealthTest {

  private static Histogram all(long nanos) {
    Histogram values = LatencyRecorder.newHistogram();
    values.recordValueWithCount(nanos, 100);
    return values;
  }

  private static ConnectHealth atARate(long lateNanos, long latencyNanos) {
    return new ConnectHealth(all(latencyNanos), Optional.of(all(lateNanos)), 2, 2, 2);
  }

  private static ConnectHealth withoutARate(double busyCores) {
    return new ConnectHealth(all(20_000_000), Optional.empty(), busyCores, 2, 2);
  }

  @Test
  void atARateTheGeneratorMustNotBeLate() {
    assertThat(atARate(9_900_000, 10_000_000).complaints()).isEmpty();
    assertThat(atARate(11_000_000, 15_000_000).complaints())
        .containsExactly(
            "clients were connected late: p99 11 ms, with a connect p99 of 15 ms (limit: a"
                + " third of it, at least 10 ms and at most 100 ms)");
  }

  /** What is a small part of the latency says little of the tool; a tenth of a second is late. */
  @Test
  void howLateItMayBeIsAShareOfWhatConnectingTakes() {
    assertThat(atARate(13_000_000, 2_300_000_000L).complaints()).isEmpty();
    assertThat(atARate(99_000_000, 2_300_000_000L).complaints()).isEmpty();
    assertThat(atARate(102_000_000, 2_300_000_000L).complaints()).hasSize(1);
    assertThat(atARate(40_000_000, 100_000_000).complaints()).hasSize(1);
    assertThat(atARate(30_000_000, 100_000_000).complaints()).isEmpty();
  }

  /** As of clients that take over, come back or come and go beside a load. */
  @Test
  void whatIsDueInAStormMustNotBeDoneLate() {
    assertThat(ConnectHealth.lateness("they came late", "storm", all(1_000_000), all(9_000_000)))
        .isEmpty();
    assertThat(ConnectHealth.lateness("they came late", "storm", all(60_000_000), all(25_000_000)))
        .hasValue(
            "they came late: p99 25 ms, with a storm p99 of 60 ms (limit: a third of it, at least"
                + " 10 ms and at most 100 ms)");
    Histogram none = LatencyRecorder.newHistogram();
    assertThat(ConnectHealth.lateness("they came late", "storm", none, none)).isEmpty();
  }

  @Test
  void withoutARateItsThreadsMustNotBeBusyAllTheTime() {
    assertThat(withoutARate(1).complaints()).isEmpty();
    assertThat(withoutARate(2).complaints())
        .containsExactly(
            "the generator's 2 threads were busy all the time while clients connected");
    assertThat(withoutARate(0).complaints()).isEmpty();
  }
}
