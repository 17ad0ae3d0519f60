package io.brokerbench.experiment.session;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an experiment needs before it begins.
 *
 * @param targets that have to be able to do it, the one that gives the results their name last
 * @param folderPrefix of the broker in the name of the result folder, such as {@code search-};
 *     absent where the experiment has no such folder
 * @param drainLimit longest wait for what is under way when it is stopped
 */
public record Requirements(
    List<RunTarget> targets, Optional<String> folderPrefix, Duration drainLimit) {

  public Requirements {
    targets = List.copyOf(targets);
  }

  /** Those of one that has a result folder. */
  static Requirements of(List<RunTarget> targets, String folderPrefix, Duration drainLimit) {
    return new Requirements(targets, Optional.of(folderPrefix), drainLimit);
  }

  /** Those of one that finds out on its way what it needs. */
  static Requirements none(Duration drainLimit) {
    return new Requirements(List.of(), Optional.empty(), drainLimit);
  }
}
