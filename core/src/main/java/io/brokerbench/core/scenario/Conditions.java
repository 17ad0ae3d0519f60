package io.brokerbench.core.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.storm.Storm;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * Under which conditions the broker works.
 *
 * @param highAvailability whether the broker is a pair, or a cluster, that goes on when a node is
 *     lost
 * @param fault what is done to the active node during the run; absent for nothing
 * @param network what the network between clients and broker is made to do; absent for nothing
 * @param storm what many clients do in the steady state; absent for nothing
 */
@RecordBuilder
public record Conditions(
    @JsonPropertyDescription("Whether the broker is a pair.") boolean highAvailability,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Fault> fault,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<NetworkConditions> network,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Storm> storm)
    implements ConditionsBuilder.With {

  /** One broker, to which nothing is done. */
  public static final Conditions NONE = new Conditions(false, Optional.empty(), Optional.empty());

  /** A pair, to which nothing is done. */
  public static final Conditions HIGH_AVAILABILITY =
      new Conditions(true, Optional.empty(), Optional.empty());

  /** Fills in what is left out. */
  public Conditions {
    fault = fault == null ? Optional.empty() : fault;
    network = network == null ? Optional.empty() : network;
    storm = storm == null ? Optional.empty() : storm;
    if (!highAvailability && fault.filter(f -> f.kind() == FaultKind.PARTITION).isPresent()) {
      throw new DefinitionException(
          "conditions.fault.kind",
          "only to a pair or a cluster (highAvailability), as one node has no others",
          FaultKind.PARTITION);
    }
    if (!highAvailability) {
      network
          .filter(NetworkConditions::betweenNodes)
          .ifPresent(
              between -> {
                throw DefinitionException.about(
                    "conditions.network",
                    "nodeLossFraction and nodeLatency only with a pair or a cluster"
                        + " (highAvailability), as one node has no others",
                    null);
              });
    }
  }

  /** Conditions without a storm. */
  public Conditions(
      boolean highAvailability, Optional<Fault> fault, Optional<NetworkConditions> network) {
    this(highAvailability, fault, network, Optional.empty());
  }

  /** The same with a fault. */
  public Conditions withFault(Fault other) {
    return withFault(Optional.of(other));
  }

  /** The same with a storm. */
  public Conditions withStorm(Storm other) {
    return withStorm(Optional.of(other));
  }

  /** The same over another network. */
  public Conditions withNetwork(NetworkConditions other) {
    return withNetwork(Optional.of(other));
  }
}
