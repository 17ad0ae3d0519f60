package io.brokerbench.testkit.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.testkit.broker.record.LoopDelays;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoopDelaysTest {

  private final AtomicLong nanos = new AtomicLong();
  private final LoopDelays delays = new LoopDelays(nanos::get, Duration.ofMillis(10));

  private void tickAfter(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    delays.run();
  }

  @Test
  void ticksInTimeAreNoDelay() {
    tickAfter(10);
    tickAfter(10);
    tickAfter(3);
    assertThat(delays.sum()).isZero();
  }

  @Test
  void whatIsBeyondTheIntervalIsAddedUp() {
    tickAfter(310);
    tickAfter(10);
    tickAfter(60);
    assertThat(delays.sum()).isEqualTo(Duration.ofMillis(350));
  }
}
