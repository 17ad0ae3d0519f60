package io.brokerbench.core.engine.assignment;

import java.util.Optional;

/** Publishers whose messages are timed from the send on, as their clock is known here. */
public final class TimedPublishers {

  private final boolean[] timed;

  private TimedPublishers(boolean[] timed) {
    this.timed = timed;
  }

  /**
   * Some publishers.
   *
   * @param ids which; empty for all
   * @param publishers of the run
   */
  public static TimedPublishers of(Optional<ClientIds> ids, int publishers) {
    if (ids.isEmpty()) {
      return new TimedPublishers(null);
    }
    boolean[] timed = new boolean[publishers];
    for (int id : ids.get().toArray()) {
      timed[id] = true;
    }
    return new TimedPublishers(timed);
  }

  /** Whether one is among them. */
  public boolean contains(int publisher) {
    return timed == null || timed[publisher];
  }
}
