package io.brokerbench.experiment.gate;

import io.brokerbench.core.result.BrokerIdentity;
import java.util.Objects;
import java.util.Optional;

/**
 * One side of an interleaved comparison.
 *
 * @param selector selector of the broker, as it was written; or what a stored baseline was called
 * @param broker which broker it was; absent where none got as far as a run
 */
public record AbSide(String selector, Optional<BrokerIdentity> broker) {

  /** Checks that all is there. */
  public AbSide {
    Objects.requireNonNull(selector, "selector");
    Objects.requireNonNull(broker, "broker");
  }

  /** Product and version, and the selector where that alone does not distinguish the sides. */
  public String title() {
    return broker.map(b -> b.title() + " (" + selector + ")").orElse(selector);
  }
}
