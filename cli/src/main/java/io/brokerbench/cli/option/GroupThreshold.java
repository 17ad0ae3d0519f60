package io.brokerbench.cli.option;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.scenario.Threshold;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A threshold of all that is measured, or of one group: {@code telemetry: p99>5ms}.
 *
 * @param group its name; absent for all
 * @param threshold with a figure that there is
 */
record GroupThreshold(Optional<String> group, Threshold threshold) {

  private static final Pattern OF_GROUP = Pattern.compile("\\s*([a-z0-9][a-z0-9_-]*)\\s*:(.*)");

  /**
   * Reads one.
   *
   * @throws DefinitionException if it is none
   */
  static GroupThreshold parse(String text) {
    Matcher matcher = OF_GROUP.matcher(text);
    boolean ofGroup = matcher.matches();
    Threshold threshold = Threshold.parse(ofGroup ? matcher.group(2) : text);
    return new GroupThreshold(
        ofGroup ? Optional.of(matcher.group(1)) : Optional.empty(),
        ThresholdCheck.of(threshold).threshold());
  }

  /** Whether it is a threshold of a group, by its name. */
  boolean isOf(String name) {
    return group.isEmpty() || group.get().equals(name);
  }
}
