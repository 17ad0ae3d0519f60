package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * What the clients of one test report when a rule is broken that holds in every test: callbacks on
 * the lane's thread, instants of the driver's clock. For any thread.
 */
abstract class KitRig {

  /** Not the system's clock, so that a driver that reads that one is found out. */
  static final NanoClock CLOCK = () -> NanoClock.SYSTEM.nanoTime() + Duration.ofDays(1).toNanos();

  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private final long startNanos = CLOCK.nanoTime();
  private final Duration patience;

  /**
   * Without complaints.
   *
   * @param patience how long to wait for what has to happen
   */
  KitRig(Duration patience) {
    this.patience = patience;
  }

  Duration patience() {
    return patience;
  }

  /** To wait for something to be true. */
  ConditionFactory await() {
    return Awaitility.await().atMost(patience);
  }

  /** Notes a broken rule, to fail the test when it ends. */
  void complain(String complaint) {
    complaints.add(complaint);
  }

  void checkInstant(String callback, long nanos) {
    long now = CLOCK.nanoTime();
    if (nanos - startNanos < 0 || nanos - now > 0) {
      complain(callback + " at " + nanos + ", which is not between " + startNanos + " and " + now);
    }
  }

  /** Fails if there were complaints. */
  void checkComplaints() {
    assertThat(complaints).as("broken rules of the driver interface").isEmpty();
  }
}
