package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WorkerWatchdogTest {

  private final AtomicLong now = new AtomicLong(1_000);
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final WorkerWatchdog self =
      WorkerWatchdog.withTimeout(now::get, 500, () -> ended.complete(true));

  @Test
  void aWorkerThatHearsNothingEndsByItself() throws Exception {
    now.addAndGet(400);
    self.heard();
    now.addAndGet(400);
    assertThat(ended).isNotDone();
    now.addAndGet(200);
    assertThat(ended.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whatItUsesIsLookedAtNowAndThen() {
    assertThat(self.usage(0)).isPresent();
    assertThat(self.usage(100_000_000)).isEqualTo(self.usage(0));
    assertThat(self.usage(300_000_000).orElseThrow().nanos()).isEqualTo(300_000_000);
    assertThat(WorkerWatchdog.UNWATCHED.usage(0)).isEmpty();
    now.addAndGet(1_000);
  }
}
