package io.brokerbench.core.engine.measure;

import io.brokerbench.core.broker.Broker;
import java.time.Duration;
import java.util.Objects;

/**
 * A run that this process makes beside another one. What its broker uses is no other work.
 *
 * @param broker of the run beside
 * @param start of both runs
 * @param delay how long after it this run begins its load
 */
public record Companion(Broker broker, CommonStart start, Duration delay) {

  /** Checks that all is there. */
  public Companion {
    Objects.requireNonNull(broker, "broker");
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(delay, "delay");
  }

  /**
   * When this run begins its load. Waits for the other one.
   *
   * @param soonest instant at which it could
   */
  public long begin(long soonest) throws InterruptedException {
    return start.await(soonest) + delay.toNanos();
  }
}
