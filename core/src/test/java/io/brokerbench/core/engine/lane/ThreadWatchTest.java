package io.brokerbench.core.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.engine.lane.ThreadWatch.Used;
import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.RunTimes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class ThreadWatchTest {

  private static final long SECOND = 1_000_000_000L;
  private static final RunTimes TIMES = new RunTimes(0, SECOND, 11 * SECOND);

  private final Map<Long, Used> used = new HashMap<>();
  private final ThreadWatch watch = new ThreadWatch(() -> Map.copyOf(used), "event-loop"::equals);

  private void uses(long id, String name, double seconds) {
    used.put(id, new Used(name, (long) (seconds * SECOND)));
  }

  private static long lane(ThreadWatch watch) throws InterruptedException {
    return lane(watch, () -> 0);
  }

  private static long lane(ThreadWatch watch, LongSupplier waitNanos) throws InterruptedException {
    Thread lane = new Thread(() -> watch.onLane(waitNanos));
    lane.start();
    lane.join();
    return lane.getId();
  }

  private void over(Runnable steady) {
    watch.start(TIMES);
    watch.look(0);
    watch.look(SECOND);
    steady.run();
    watch.look(11 * SECOND);
  }

  @Test
  void aLaneWithoutAScheduleThatHadNoRestIsNamedWithItsShare() throws InterruptedException {
    long lane = lane(watch);
    uses(lane, "swarm-1", 3);
    over(() -> uses(lane, "swarm-1", 12.9));
    assertThat(watch.busiest()).isEqualTo(new BusyThread("swarm-1", true, 0.99));
    assertThat(watch.busiest().complaint(1))
        .hasValue(
            "one of its lanes was saturated: thread swarm-1 had no rest for 99 % of the steady"
                + " state (limit 95 %)");
  }

  /** On a machine with other work: half of the time it had work, and no CPU. */
  @Test
  void aLaneThatWaitedForACpuWheneverItHadNoneHadNoRest() throws InterruptedException {
    AtomicLong waited = new AtomicLong(7 * SECOND);
    long lane = lane(watch, waited::get);
    uses(lane, "swarm-1", 3);
    over(
        () -> {
          uses(lane, "swarm-1", 8);
          waited.addAndGet(5 * SECOND);
        });
    assertThat(watch.busiest()).isEqualTo(new BusyThread("swarm-1", true, 1));
  }

  /** Where a broker uses all CPUs, a lane waits for them whatever it does. */
  @Test
  void aLaneThatSendsUnderAClosedLoadIsBusyOnlyWhileItHasACpu() {
    watch.onLane(true);
    long lane = Thread.currentThread().getId();
    uses(lane, "swarm-0", 3);
    over(() -> uses(lane, "swarm-0", 7));
    assertThat(watch.busiest()).isEqualTo(new BusyThread("swarm-0", true, 0.4));
    assertThat(watch.busiest().complaint(1)).isEmpty();
  }

  @Test
  void aThreadOfTheClientLibraryIsNamedAsSuch() {
    over(() -> uses(7, "event-loop", 9.8));
    assertThat(watch.busiest().complaint(1))
        .hasValueSatisfying(
            line -> assertThat(line).startsWith("its client library was saturated: thread event"));
  }

  @Test
  void lanesThatSendAreLeftToTheirSchedulesAndOtherThreadsAreNotLookedAt() {
    over(
        () -> {
          uses(3, "swarm-0", 10);
          uses(4, "main", 10);
        });
    assertThat(watch.busiest()).isEqualTo(BusyThread.NONE);
    assertThat(watch.busiest().complaint(1)).isEmpty();
  }

  @Test
  void whatWasUsedBeforeAndAfterTheSteadyStateIsNoneOfIt() {
    uses(7, "event-loop", 100);
    over(() -> uses(7, "event-loop", 105));
    assertThat(watch.busiest().share()).isEqualTo(0.5);
    uses(7, "event-loop", 200);
    watch.look(20 * SECOND);
    assertThat(watch.busiest().share()).isEqualTo(0.5);
    assertThat(watch.busiest().complaint(1)).isEmpty();
  }

  @Test
  void aSteadyStateThatEndsEarlyIsLookedAtAsFarAsItWent() {
    watch.start(TIMES);
    watch.look(SECOND);
    watch.endAt(3 * SECOND);
    uses(7, "event-loop", 2);
    watch.look(3 * SECOND);
    assertThat(watch.busiest().share()).isEqualTo(1);
  }

  @Test
  void theBusierOfTwoWorkersIsKept() {
    BusyThread one = new BusyThread("one", true, 0.4);
    BusyThread other = new BusyThread("other", false, 0.97);
    assertThat(one.max(other)).isEqualTo(other);
    assertThat(other.max(one)).isEqualTo(other);
    assertThat(BusyThread.NONE.max(one)).isEqualTo(one);
  }

  /** Where the load is on for half of the time, a thread has no rest after half of it. */
  @Test
  void aThreadIsHeldToTheTimeInWhichThereIsLoad() {
    BusyThread half = new BusyThread("event-loop", false, 0.48);
    assertThat(half.complaint(1)).isEmpty();
    assertThat(half.complaint(0.5))
        .hasValue(
            "its client library was saturated: thread event-loop had no rest for 48 % of the"
                + " steady state (limit 48 %)");
    assertThat(new BusyThread("event-loop", false, 0.47).complaint(0.5)).isEmpty();
  }
}
