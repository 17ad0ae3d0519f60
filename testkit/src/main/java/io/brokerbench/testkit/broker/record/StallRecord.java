package io.brokerbench.testkit.broker.record;

import java.time.Duration;

/**
 * A time in which a broker did nothing, as it really was.
 *
 * @param startNanos on {@link io.brokerbench.core.base.NanoClock#SYSTEM}
 * @param endNanos on the same clock
 */
public record StallRecord(long startNanos, long endNanos) {

  /** How long it was. */
  public Duration length() {
    return Duration.ofNanos(endNanos - startNanos);
  }
}
