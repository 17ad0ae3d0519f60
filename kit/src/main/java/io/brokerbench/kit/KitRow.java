package io.brokerbench.kit;

import io.brokerbench.core.broker.Capability;
import java.util.Optional;

/**
 * What one check has shown.
 *
 * @param claim that it is about; absent where it is about each broker
 * @param check what a broker does that passes, as a sentence
 * @param problem what the broker did instead; absent where the claim holds
 */
public record KitRow(Optional<Capability> claim, String check, Optional<String> problem) {

  /** Whether the broker passed. */
  public boolean holds() {
    return problem.isEmpty();
  }
}
