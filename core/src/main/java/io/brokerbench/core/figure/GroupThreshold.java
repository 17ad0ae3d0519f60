package io.brokerbench.core.figure;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.core.scenario.Threshold;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A threshold of all that is measured, or of one group: {@code telemetry: p99>5ms}.
 *
 * @param group its name; absent for all
 * @param threshold with a figure that there is
 */
public record GroupThreshold(Optional<String> group, Threshold threshold) {

  private static final Pattern OF_GROUP = Pattern.compile("\\s*([a-z0-9][a-z0-9_-]*)\\s*:(.*)");

  /**
   * Reads one.
   *
   * @throws DefinitionException if it is none, or there is no such figure
   */
  public static GroupThreshold parse(String text) {
    Matcher matcher = OF_GROUP.matcher(text);
    boolean ofGroup = matcher.matches();
    Threshold threshold = Threshold.parse(ofGroup ? matcher.group(2) : text);
    return new GroupThreshold(
        ofGroup ? Optional.of(matcher.group(1)) : Optional.empty(),
        ThresholdCheck.of(threshold).threshold());
  }

  /**
   * A scenario with more thresholds.
   *
   * @param setting by which messages name them
   * @throws DefinitionException if one is of a group, which the scenario does not have
   */
  public static Scenario add(Scenario base, List<GroupThreshold> thresholds, String setting) {
    for (GroupThreshold threshold : thresholds) {
      if (threshold.group().isPresent()) {
        throw new DefinitionException(
            setting, "only with a scenario that has groups", threshold.text());
      }
    }
    return base.andThresholds(thresholds.stream().map(GroupThreshold::threshold).toList());
  }

  /**
   * A scenario whose groups have more thresholds: each has those of all and its own.
   *
   * @param setting by which messages name them
   * @throws DefinitionException if one is of a group that is not there
   */
  public static GroupedScenario add(
      GroupedScenario base, List<GroupThreshold> thresholds, String setting) {
    for (GroupThreshold threshold : thresholds) {
      if (base.groups().stream().noneMatch(group -> threshold.isOf(group.name()))) {
        throw new DefinitionException(
            setting,
            "no group of that name; there are "
                + String.join(", ", base.groups().stream().map(ClientGroup::name).toList()),
            threshold.text());
      }
    }
    return base.withGroups(
        base.groups().stream()
            .map(
                group ->
                    group.withScenario(
                        group
                            .scenario()
                            .andThresholds(
                                thresholds.stream()
                                    .filter(threshold -> threshold.isOf(group.name()))
                                    .map(GroupThreshold::threshold)
                                    .toList())))
            .toList());
  }

  private boolean isOf(String name) {
    return group.isEmpty() || group.get().equals(name);
  }

  private String text() {
    return group.map(name -> name + ": ").orElse("") + threshold;
  }
}
