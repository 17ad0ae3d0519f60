package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Under which conditions the broker works.
 *
 * @param highAvailability whether it is a pair (or a cluster) that goes on when a node is lost
 * @param fault that is done to its active node in mid-run; empty for none
 * @param network what is done to the network between clients and broker; empty for nothing
 */
public record Conditions(
    boolean highAvailability,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Fault> fault,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<NetworkConditions> network) {

  /** One broker, to which nothing is done. */
  public static final Conditions NONE = new Conditions(false, Optional.empty(), Optional.empty());

  /** A pair, to which nothing is done. */
  public static final Conditions HIGH_AVAILABILITY =
      new Conditions(true, Optional.empty(), Optional.empty());

  /** Fills in what is left out. */
  public Conditions {
    fault = fault == null ? Optional.empty() : fault;
    network = network == null ? Optional.empty() : network;
  }

  /** The same with a fault. */
  public Conditions withFault(Fault other) {
    return new Conditions(highAvailability, Optional.of(other), network);
  }

  /** The same over another network. */
  public Conditions withNetwork(NetworkConditions other) {
    return new Conditions(highAvailability, fault, Optional.of(other));
  }
}
