package io.brokerbench.experiment.session;

import java.time.Duration;

/**
 * How long an experiment takes, by the lengths that are planned: without the start of brokers, and
 * without connecting.
 *
 * @param time that it takes
 * @param limit whether it may be over sooner
 */
public record ExpectedTime(Duration time, boolean limit) {

  /** About so long. */
  static ExpectedTime about(Duration time) {
    return new ExpectedTime(time, false);
  }

  /** At most so long. */
  static ExpectedTime atMost(Duration time) {
    return new ExpectedTime(time, true);
  }
}
