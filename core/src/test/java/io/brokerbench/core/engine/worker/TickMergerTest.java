package io.brokerbench.core.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.measure.BacklogGauge;
import io.brokerbench.core.engine.measure.RunTimes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TickMergerTest {

  private static final long PERIOD = WorkerAnswer.Tick.PERIOD_NANOS;
  private static final long SECOND = 1_000_000_000L;

  private final TickMerger book = new TickMerger(2);
  private long now;

  private void tick(long number, long lateNanos, long sent, long received, boolean done) {
    tick(number, lateNanos, sent, received, new BacklogGauge.Reading(sent - received, 0), done);
  }

  private void tick(
      long number,
      long lateNanos,
      long sent,
      long received,
      BacklogGauge.Reading owed,
      boolean done) {
    book.add(
        new WorkerAnswer.Tick(
            number,
            number * PERIOD + lateNanos,
            new WorkerAnswer.Counts(
                1, 1, 0, 0, 1, sent, 0, received, received, 1, owed, done, List.of()),
            3,
            Optional.empty(),
            Optional.empty()),
        now);
  }

  /** Each message is owed to four consumers, of which one is slow. */
  @Test
  void whatSlowConsumersAreOwedHasAMarkOfItsOwnAndIsWaitedFor() {
    book.start(new RunTimes(0, SECOND, 2 * SECOND));
    long number = SECOND / PERIOD;
    tick(number, 0, 100, 0, new BacklogGauge.Reading(300, 100), true);
    tick(number, 0, 0, 290, new BacklogGauge.Reading(-290, 0), true);
    assertThat(book.highWaterMark()).isEqualTo(10);
    assertThat(book.slowHighWaterMark()).isEqualTo(100);
    assertThat(book.leastBacklogs()).containsExactly(10L);
    assertThat(status().backlog()).isEqualTo(110);
    assertThat(status().unanswered()).isEqualTo(2);
    tick(number + 1, 0, 100, 0, new BacklogGauge.Reading(300, 100), true);
    tick(number + 1, 0, 0, 340, new BacklogGauge.Reading(-300, -40), true);
    assertThat(status().backlog()).isEqualTo(60);
    assertThat(book.slowHighWaterMark()).isEqualTo(100);
  }

  private WorkerStatus status() {
    return book.status(List.of(), Optional.empty(), now);
  }

  /** Deliveries may have arrived since: an answered probe would show that they are lost. */
  @Test
  void noClientHasAnsweredWhereAWorkerIsSilent() {
    tick(1, 0, 100, 0, true);
    tick(1, 0, 0, 90, true);
    now = TickMerger.FRESH_NANOS;
    assertThat(status().answered()).isEqualTo(2);
    tick(2, 0, 100, 0, true);
    now++;
    assertThat(status().answered()).isZero();
    tick(2, 0, 0, 90, true);
    assertThat(status().answered()).isEqualTo(2);
  }

  @Test
  void theBacklogIsWhatAllSentLessWhatAllReceived() {
    tick(1, 0, 100, 0, false);
    tick(1, 1_000, 20, 90, true);
    assertThat(status().backlog()).isEqualTo(30);
    assertThat(status().connected()).isEqualTo(2);
    assertThat(status().gcMillis()).isEqualTo(6);
    assertThat(status().sendingDone()).isFalse();
    assertThat(book.highWaterMark()).isEqualTo(30);
  }

  /**
   * Or a run would pass for drained, whose last messages one worker has reported and one has not.
   */
  @Test
  void aPeriodCountsOnceAllWorkersHaveToldOfIt() {
    tick(1, 0, 100, 0, false);
    tick(1, 0, 0, 100, true);
    tick(2, 0, 150, 0, true);
    assertThat(status().backlog()).isZero();
    assertThat(status().sendingDone()).isFalse();
    tick(2, 0, 0, 120, true);
    assertThat(status().backlog()).isEqualTo(30);
    assertThat(status().sendingDone()).isTrue();
  }

  @Test
  void aPeriodThatOneWorkerMissedIsLeftOut() {
    tick(1, 0, 100, 0, false);
    tick(2, 0, 200, 0, false);
    tick(2, 0, 0, 150, false);
    assertThat(status().sent()).isEqualTo(200);
    tick(1, 0, 0, 100, false);
    assertThat(status().sent()).isEqualTo(200);
  }

  @Test
  void looksThatAreFarApartMakeNoHighWaterMark() {
    tick(1, 0, 100, 0, false);
    tick(1, TickMerger.MAX_SPREAD_NANOS + 1, 0, 20, false);
    assertThat(status().backlog()).isEqualTo(80);
    assertThat(book.highWaterMark()).isZero();
  }

  /** On a busy machine none may be close for seconds, in which a broker falls behind. */
  @Test
  void looksThatAreFarApartStandInForCloserOnesInTheTrend() {
    book.start(new RunTimes(0, SECOND, 2 * SECOND));
    long first = SECOND / PERIOD;
    long far = TickMerger.MAX_SPREAD_NANOS + 1;
    long[][] looks = {{0, far, 50}, {1, 0, 70}, {2, far, 60}, {5, far, 90}, {6, far, 80}};
    for (long[] look : looks) {
      tick(first + look[0], 0, 1_000 + look[2], 0, false);
      tick(first + look[0], look[1], 0, 1_000, false);
    }
    tick(first + 10, 0, 3_000, 0, false);
    tick(first + 10, 100_000_001, 0, 1_000, false);
    assertThat(book.leastBacklogs()).containsExactly(70L, 80L);
    assertThat(book.highWaterMark()).isEqualTo(70);
  }

  @Test
  void theLeastBacklogOfEachTenthOfASecondOfTheSteadyStateIsKept() {
    book.start(new RunTimes(0, SECOND, 2 * SECOND));
    long[] backlogs = {50, 40, 60, 70, 80, 9, 9};
    for (int i = 0; i < backlogs.length; i++) {
      long number = SECOND / PERIOD + i;
      tick(number, 0, 1_000 + backlogs[i], 0, false);
      tick(number, 0, 0, 1_000, false);
    }
    assertThat(book.leastBacklogs()).containsExactly(40L, 9L);
  }
}
