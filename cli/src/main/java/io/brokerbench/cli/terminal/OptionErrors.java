package io.brokerbench.cli.terminal;

import io.brokerbench.core.base.DefinitionException;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/** Says what is wrong in terms of the option that set it. */
public final class OptionErrors {

  private OptionErrors() {}

  /** The error, where a field has an option's name or begins with it: {@code --lanes 999: ...}. */
  public static DefinitionException named(DefinitionException error, CommandSpec command) {
    String field = error.field().orElse("");
    String option = field.replaceFirst(" .*", "").replaceAll("([A-Z])", "-$1");
    return command.optionsMap().containsKey("--" + option.toLowerCase(Locale.ROOT))
        ? error.named("--" + option.toLowerCase(Locale.ROOT) + field.replaceFirst("^\\S+", ""))
        : error;
  }
}
