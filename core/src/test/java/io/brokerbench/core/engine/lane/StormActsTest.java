package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StormActsTest {

  private static final long END = 1_000;

  private final List<Integer> done = new ArrayList<>();
  private final List<Long> due = new ArrayList<>();
  private long start = 100;

  private StormActs<Integer> acts(int clients, long distance) {
    return new StormActs<>(
        IntStream.range(0, clients).boxed().toList(),
        client -> start + client * distance,
        () -> END,
        (client, dueNanos) -> {
          done.add(client);
          due.add(dueNanos);
        });
  }

  @Test
  void eachClientActsOnceItIsDue() {
    StormActs<Integer> acts = acts(3, 10);
    assertThat(acts.turn(99)).isEqualTo(100);
    assertThat(done).isEmpty();
    assertThat(acts.turn(112)).isEqualTo(120);
    assertThat(done).containsExactly(0, 1);
    assertThat(due).containsExactly(100L, 110L);
    assertThat(acts.turn(500)).isEqualTo(Long.MAX_VALUE);
    assertThat(done).containsExactly(0, 1, 2);
  }

  @Test
  void theStormBeginsWhenTheSteadyStateDoes() {
    StormActs<Integer> acts = acts(1, 10);
    start = 300;
    assertThat(acts.turn(200)).isEqualTo(300);
    assertThat(acts.turn(300)).isEqualTo(Long.MAX_VALUE);
    assertThat(due).containsExactly(300L);
  }

  @Test
  void whoeverIsDueAfterTheEndDoesNotAct() {
    StormActs<Integer> acts = acts(3, 450);
    assertThat(acts.turn(2_000)).isEqualTo(Long.MAX_VALUE);
    assertThat(done).containsExactly(0, 1);
  }

  @Test
  void ofManyThatAreDueAtOnceSomeActInEachTurn() {
    StormActs<Integer> acts = acts(40, 0);
    assertThat(acts.turn(150)).isEqualTo(100);
    assertThat(done).hasSize(16);
    acts.turn(151);
    acts.turn(152);
    assertThat(done).hasSize(40).doesNotHaveDuplicates();
  }
}
