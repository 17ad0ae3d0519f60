package io.brokerbench.core.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import java.util.OptionalInt;

/**
 * Each publisher keeps a window of unacknowledged messages full.
 *
 * <p>The intended send time of a message is the instant at which its place in the window became
 * free. With QoS 0, which has no acknowledgements, a publisher sends as fast as its connection
 * takes the bytes.
 *
 * <p>A broker that serves its publishers first takes in more than it delivers, and has the rest to
 * do when the load ends. A limit of the backlog makes publishers wait for that. A message that is
 * lost stays owed.
 *
 * @param window messages of each publisher that may wait for their acknowledgement
 * @param backlog deliveries that may be owed: while more are, nothing is sent; absent for no limit
 */
public record ClosedLoad(
    @JsonPropertyDescription("Closed load: messages that each publisher keeps unacknowledged.")
        @Bounds(min = 1, max = ClosedLoad.MAX_WINDOW)
        int window,
    @JsonPropertyDescription(
            "Closed load: deliveries that may be owed; while more are, nothing is sent (default: no"
                + " limit).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        @Bounds(min = 1, max = ClosedLoad.MAX_BACKLOG)
        OptionalInt backlog)
    implements LoadModel {

  /** Most packet identifiers that MQTT has. */
  public static final int MAX_WINDOW = 65_535;

  /** Greatest limit of the backlog. */
  public static final int MAX_BACKLOG = 100_000_000;

  /** Without a limit of the backlog. */
  public ClosedLoad(int window) {
    this(window, OptionalInt.empty());
  }

  /** Refuses a limit of the backlog, which messages that need not be delivered would use up. */
  public void requireNoBacklog() {
    if (backlog.isPresent()) {
      throw new DefinitionException(
          "backlog",
          "not where messages expire or a selector holds them back, as they stay owed",
          backlog.getAsInt());
    }
  }

  /** Checks the limits. */
  public ClosedLoad {
    if (window < 1 || window > ClosedLoad.MAX_WINDOW) {
      throw new DefinitionException("window", "between 1 and " + ClosedLoad.MAX_WINDOW, window);
    }
    backlog = backlog == null ? OptionalInt.empty() : backlog;
    if (backlog.isPresent() && (backlog.getAsInt() < 1 || backlog.getAsInt() > MAX_BACKLOG)) {
      throw new DefinitionException("backlog", "between 1 and " + MAX_BACKLOG, backlog.getAsInt());
    }
  }
}
