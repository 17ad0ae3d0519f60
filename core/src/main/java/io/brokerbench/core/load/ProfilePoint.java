package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import java.time.Duration;
import java.util.Objects;

/**
 * A row of a profile.
 *
 * @param at time in the profile, at most seven days
 * @param rate messages per second from then on, of all publishers together; 0 for silence
 */
public record ProfilePoint(
    @JsonPropertyDescription("Time in the profile.") Duration at,
    @JsonPropertyDescription("Messages per second, of all publishers together; 0 for silence.")
        @Bounds(max = Rate.MAX_PER_SECOND)
        double rate) {

  /** Checks the limits. */
  public ProfilePoint {
    Objects.requireNonNull(at, "at");
    if (at.isNegative() || at.compareTo(Durations.LONGEST) > 0) {
      throw new DefinitionException(
          "time", "between 0s and " + Durations.format(Durations.LONGEST), Durations.format(at));
    }
    if (!(rate >= 0 && rate <= Rate.MAX_PER_SECOND)) {
      throw new DefinitionException("rate", "between 0 and 100 000 000 per second", rate);
    }
  }
}
