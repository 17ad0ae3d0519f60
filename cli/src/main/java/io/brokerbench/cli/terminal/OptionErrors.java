package io.brokerbench.cli.terminal;

import io.brokerbench.cli.help.DeclaredSetting;
import io.brokerbench.core.base.DefinitionException;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Says what is wrong in terms of the option that set it. An option declares what it sets: by {@link
 * Sets} on its field, or, where it has none, by its user object, a {@link DeclaredSetting}.
 */
public final class OptionErrors {

  private OptionErrors() {}

  /** The error, where one of the command's options sets its field: {@code --lanes 999: ...}. */
  public static DefinitionException named(DefinitionException error, CommandSpec command) {
    DefinitionException named =
        error.withSettings(
            setting -> option(setting, command).map(OptionSpec::longestName).orElse(setting));
    return named
        .field()
        .flatMap(field -> option(field, command))
        .map(option -> named.named(option.longestName()))
        .orElse(named);
  }

  private static Optional<OptionSpec> option(String field, CommandSpec command) {
    return command.options().stream()
        .filter(option -> whatItSets(option).filter(field::equals).isPresent())
        .findFirst();
  }

  private static Optional<String> whatItSets(OptionSpec option) {
    Object declared = option.userObject();
    if (declared instanceof AnnotatedElement field) {
      return Optional.ofNullable(field.getAnnotation(Sets.class)).map(Sets::value);
    }
    return declared instanceof DeclaredSetting setting
        ? Optional.of(setting.path())
        : Optional.empty();
  }
}
