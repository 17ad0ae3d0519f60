package io.brokerbench.experiment.session;

import io.brokerbench.core.scenario.GroupedScenario;
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
 * @param groups whose scenarios the targets have, at the same time; absent where each target has
 *     the broker for itself
 */
public record Requirements(
    List<RunTarget> targets,
    Optional<String> folderPrefix,
    Duration drainLimit,
    Optional<GroupedScenario> groups) {

  public Requirements {
    targets = List.copyOf(targets);
  }

  /** Those of one that has a result folder. */
  static Requirements of(List<RunTarget> targets, String folderPrefix, Duration drainLimit) {
    return new Requirements(targets, Optional.of(folderPrefix), drainLimit, Optional.empty());
  }

  /** Those of groups, whose targets are in their order. */
  static Requirements ofGroups(
      GroupedScenario groups, List<RunTarget> targets, Duration drainLimit) {
    return new Requirements(targets, Optional.of(""), drainLimit, Optional.of(groups));
  }

  /**
   * Checks what can be known before anything starts.
   *
   * @throws io.brokerbench.core.base.DefinitionException if a target cannot do it
   * @throws EnvironmentException if this machine cannot
   */
  public void check(Checks checks) throws EnvironmentException {
    for (RunTarget target : targets) {
      checks.before(target);
    }
    if (groups.isPresent()) {
      checks.together(groups.get(), targets);
    }
  }

  /** Name of what is measured: that of the groups together, or of the last target's scenario. */
  String name() {
    return groups
        .map(GroupedScenario::name)
        .orElseGet(() -> targets.get(targets.size() - 1).scenario().name());
  }

  /** Those of one that finds out on its way what it needs. */
  static Requirements none(Duration drainLimit) {
    return new Requirements(List.of(), Optional.empty(), drainLimit, Optional.empty());
  }
}
