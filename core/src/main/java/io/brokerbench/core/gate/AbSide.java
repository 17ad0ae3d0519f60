package io.brokerbench.core.gate;

import io.brokerbench.core.metric.Subject;
import io.brokerbench.core.result.BrokerIdentity;
import java.util.Objects;
import java.util.Optional;

/**
 * One side of an interleaved comparison.
 *
 * @param selector of the broker, as it was written; or of a stored baseline
 * @param broker which one it was; absent where none got as far as a run
 */
public record AbSide(String selector, Optional<BrokerIdentity> broker) {

  /** Checks that all is there. */
  public AbSide {
    Objects.requireNonNull(selector, "selector");
    Objects.requireNonNull(broker, "broker");
  }

  /** Product and version, and the selector where that alone doesn't tell the sides apart. */
  public String title() {
    return broker.map(b -> Subject.title(b) + " (" + selector + ")").orElse(selector);
  }
}
