package io.brokerbench.cli.option;

import io.brokerbench.core.base.DefinitionException;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Refuses options that would be accepted and change nothing beside others that were given: whoever
 * writes them expects that they do something.
 *
 * @param command that was called
 */
public record UnusedOptions(CommandSpec command) {

  /**
   * Refuses options.
   *
   * @param why {@code only with --search}
   * @throws DefinitionException if one of them was given
   */
  public void refuse(String why, String... options) {
    for (String option : options) {
      if (isGiven(option)) {
        throw DefinitionException.about(option, why, null);
      }
    }
  }

  /** Refuses all options of a group; {@code group} is what declares them. */
  public void refuseAllOf(Object group, String why) {
    refuse(
        why,
        CommandSpec.forAnnotatedObject(group).options().stream()
            .map(option -> option.longestName())
            .toArray(String[]::new));
  }

  /** Whether an option was given, by any of its names. */
  public boolean isGiven(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }
}
