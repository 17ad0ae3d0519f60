package io.brokerbench.core.publication;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.Scenario;
import java.util.Optional;

/**
 * The size at which published work is done again.
 *
 * @param published which of the published sizes; absent for a number of devices
 * @param devices how many devices that is; 0 with a published size, which says it itself
 */
public record RunSize(Optional<PublishedSize> published, int devices) {

  /** A published size. */
  public static RunSize as(PublishedSize size) {
    return new RunSize(Optional.of(size), 0);
  }

  /** A number of devices. */
  public static RunSize of(int devices) {
    return new RunSize(Optional.empty(), devices);
  }

  /**
   * A scenario at this size.
   *
   * @throws DefinitionException if no publication has a size for it
   */
  public Scenario applyTo(Scenario base) {
    return Publications.load().all().stream()
        .flatMap(publication -> publication.sized(base, this).stream())
        .findFirst()
        .orElseThrow(() -> none(base))
        .applyTo(base);
  }

  private static DefinitionException none(Scenario base) {
    return new DefinitionException(
        "size", "only for scenarios that were published with sizes", base.name());
  }
}
