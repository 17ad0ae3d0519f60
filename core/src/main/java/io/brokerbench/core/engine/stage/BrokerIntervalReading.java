package io.brokerbench.core.engine.stage;

import io.brokerbench.core.result.BrokerMetrics;
import java.util.OptionalLong;

/**
 * A broker at the end of a second of a run.
 *
 * @param rssBytes resident memory of its processes; absent where they are not known
 * @param metrics what it reports about itself
 */
public record BrokerIntervalReading(OptionalLong rssBytes, BrokerMetrics metrics) {

  /** Of one that nothing is known of. */
  public static final BrokerIntervalReading UNKNOWN =
      new BrokerIntervalReading(OptionalLong.empty(), BrokerMetrics.NONE);
}
