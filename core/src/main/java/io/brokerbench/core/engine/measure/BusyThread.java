package io.brokerbench.core.engine.measure;

import io.brokerbench.core.base.NumberText;
import java.util.Optional;

/**
 * The busiest thread over the steady state, of lanes without a schedule, and of those that work for
 * a client library. Lanes with a schedule can be late for it, which {@link GeneratorHealth} looks
 * at; these cannot, and a late one would pass its own lateness off as the broker's. Under a closed
 * load no lane has a schedule.
 *
 * @param name of the thread; empty if none was looked at
 * @param lane whether it is a lane; else it is the library's
 * @param share of the steady state for which it had a core, 0 to 1; of a lane of consumers, also
 *     for which it waited for one
 */
public record BusyThread(String name, boolean lane, double share) {

  /** None was looked at. */
  public static final BusyThread NONE = new BusyThread("", false, 0);

  /** The busier of both. */
  public BusyThread max(BusyThread other) {
    return other.share > share ? other : this;
  }

  /**
   * What was wrong, in words and figures; empty if nothing was.
   *
   * @param ofLoad share of the steady state in which there was load, more than 0 and at most 1
   */
  public Optional<String> complaint(double ofLoad) {
    return share <= GeneratorHealth.BUSY_LIMIT * ofLoad
        ? Optional.empty()
        : Optional.of(
            NumberText.sentence(
                "%s was saturated: thread %s had no rest for %.0f %% of the steady state (limit"
                    + " %.0f %%)",
                lane ? "one of its lanes" : "its client library",
                name,
                share * 100,
                GeneratorHealth.BUSY_LIMIT * ofLoad * 100));
  }
}
