package io.brokerbench.jms.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneEventQueueTest {

  private static final int MANY = 100_000;

  @Test
  void whatOneThreadPutsAnotherTakesInOrderAndWhole() throws InterruptedException {
    LaneEventQueue inbox = new LaneEventQueue();
    Thread putting =
        new Thread(
            () -> {
              for (long i = 0; i < MANY; i++) {
                inbox.put(i, i + 1, i + 2, i + 3, i + 4);
              }
            });
    putting.start();
    long[] next = {0};
    List<String> wrong = new ArrayList<>();
    while (next[0] < MANY && wrong.isEmpty()) {
      inbox.drainTo(
          (nanos, word0, word1, word2, tag) -> {
            long i = next[0]++;
            if (nanos != i || word0 != i + 1 || word1 != i + 2 || word2 != i + 3 || tag != i + 4) {
              wrong.add("at " + i);
            }
          });
      Thread.onSpinWait();
    }
    putting.join();
    assertThat(wrong).isEmpty();
  }

  @Test
  void whoWaitsForRoomGoesOnWhenItIsClosed() throws InterruptedException {
    LaneEventQueue inbox = new LaneEventQueue();
    Thread putting =
        new Thread(
            () -> {
              for (long i = 0; i < MANY; i++) {
                inbox.put(i, 0, 0, 0, 0);
              }
            });
    putting.start();
    inbox.close();
    putting.join(10_000);
    assertThat(putting.isAlive()).isFalse();
  }
}
