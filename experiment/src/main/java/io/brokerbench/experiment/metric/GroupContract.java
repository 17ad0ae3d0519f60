package io.brokerbench.experiment.metric;

import io.brokerbench.core.figure.ContractCount;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the run of one group of clients kept the broker's contracts.
 *
 * @param group name of the group
 * @param fellBehind whether the broker did not keep up with its load; absent where its run does not
 *     say so
 * @param counts for each contract that its scenario guards
 */
public record GroupContract(
    String group, Optional<Boolean> fellBehind, List<ContractCount> counts) {

  /** Copies the list. */
  public GroupContract {
    Objects.requireNonNull(group, "group");
    counts = List.copyOf(counts);
  }
}
