package io.brokerbench.core.engine.measure;

import io.brokerbench.core.base.RunNonces;
import io.brokerbench.core.broker.Broker;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A run that this process makes beside another one, or beside several. What its broker uses is no
 * other work.
 *
 * @param broker of the run beside; absent where all runs load one broker
 * @param start of all runs
 * @param delay how long after it this run begins its load
 * @param nonces of all runs that load the same broker
 */
public record Companion(
    Optional<Broker> broker, CommonStart start, Duration delay, RunNonces nonces) {

  /** Checks that all is there. */
  public Companion {
    Objects.requireNonNull(broker, "broker");
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(delay, "delay");
    Objects.requireNonNull(nonces, "nonces");
  }

  /** A run beside, on a broker of its own. */
  public Companion(Broker broker, CommonStart start, Duration delay) {
    this(Optional.of(broker), start, delay, new RunNonces());
  }

  /** Runs beside on the same broker. */
  public static Companion onSameBroker(CommonStart start, Duration delay, RunNonces nonces) {
    return new Companion(Optional.empty(), start, delay, nonces);
  }

  /** Whether it is beside another one with a broker of its own, whose load begins sooner. */
  public boolean isSecond() {
    return !sharesBroker() && !delay.isZero();
  }

  /** Whether the runs beside load the same broker, so that what it uses is for all of them. */
  public boolean sharesBroker() {
    return broker.isEmpty();
  }

  /**
   * When this run begins its load. Waits for the other ones.
   *
   * @param soonest instant at which it could
   */
  public long begin(long soonest) throws InterruptedException {
    return start.await(soonest) + delay.toNanos();
  }
}
