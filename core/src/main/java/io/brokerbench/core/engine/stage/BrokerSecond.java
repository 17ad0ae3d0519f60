package io.brokerbench.core.engine.stage;

import io.brokerbench.core.result.BrokerMetrics;
import java.util.OptionalLong;

/**
 * A broker at the end of a second of a run.
 *
 * @param rssBytes resident memory of its processes; absent where they aren't known
 * @param metrics what it tells of itself
 */
public record BrokerSecond(OptionalLong rssBytes, BrokerMetrics metrics) {

  /** Of one that nothing is known of. */
  public static final BrokerSecond UNKNOWN =
      new BrokerSecond(OptionalLong.empty(), BrokerMetrics.NONE);
}
