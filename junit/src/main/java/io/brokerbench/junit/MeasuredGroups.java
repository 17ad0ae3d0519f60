package io.brokerbench.junit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.experiment.group.GroupRun;
import io.brokerbench.experiment.group.GroupsResult;
import java.nio.file.Path;
import java.util.List;

/**
 * What came of one run of several groups, and where it is kept.
 *
 * @param result of all groups
 * @param folder that holds its files, with a folder for each group
 */
public record MeasuredGroups(GroupsResult result, Path folder) {

  /**
   * The run of one group.
   *
   * @throws DefinitionException if there is no group of that name
   */
  public MeasuredRun group(String name) {
    return result.groups().stream()
        .filter(group -> group.name().equals(name))
        .findFirst()
        .map(this::of)
        .orElseThrow(
            () ->
                new DefinitionException(
                    "group",
                    "one of "
                        + String.join(", ", result.groups().stream().map(GroupRun::name).toList()),
                    name));
  }

  /** The runs of all groups, in their order. */
  public List<MeasuredRun> groups() {
    return result.groups().stream().map(this::of).toList();
  }

  private MeasuredRun of(GroupRun group) {
    return new MeasuredRun(group.run(), folder.resolve(group.name()));
  }
}
