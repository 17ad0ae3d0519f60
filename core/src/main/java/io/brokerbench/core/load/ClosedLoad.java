package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;

/**
 * Each publisher keeps a window of unacknowledged messages full.
 *
 * <p>The intended send time of a message is the instant at which its place in the window became
 * free. With QoS 0, which has no acknowledgements, a publisher sends as fast as its connection
 * takes the bytes.
 *
 * @param window messages of each publisher that may wait for their acknowledgement
 */
public record ClosedLoad(
    @JsonPropertyDescription("Closed load: messages that each publisher keeps unacknowledged.")
        @Bounds(min = 1, max = ClosedLoad.MAX_WINDOW)
        int window)
    implements LoadModel {

  /** Most packet identifiers that MQTT has. */
  public static final int MAX_WINDOW = 65_535;

  /** Checks the limits. */
  public ClosedLoad {
    if (window < 1 || window > ClosedLoad.MAX_WINDOW) {
      throw new DefinitionException("window", "between 1 and " + ClosedLoad.MAX_WINDOW, window);
    }
  }
}
