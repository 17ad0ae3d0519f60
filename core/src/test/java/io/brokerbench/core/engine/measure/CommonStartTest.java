package io.brokerbench.core.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommonStartTest {

  private final CommonStart start = new CommonStart(2);

  private CompletableFuture<Long> awaiting(long instant) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return start.await(instant);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void bothBeginWhenTheLastCan() throws Exception {
    CompletableFuture<Long> one = awaiting(-7);
    CompletableFuture<Long> other = awaiting(-3);

    assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo(-3);
    assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo(-3);
  }

  @Test
  void noRunWaitsForOneThatHasLeft() throws Exception {
    CompletableFuture<Long> one = awaiting(5);
    start.leave();

    assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo(5);
  }
}
