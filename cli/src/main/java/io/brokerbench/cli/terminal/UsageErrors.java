package io.brokerbench.cli.terminal;

import io.brokerbench.cli.settings.OptionSources;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The message for input that the command does not know. */
public final class UsageErrors {

  /** How picocli begins where an option is not there at all, rather than its value. */
  private static final String MISSING_OPTION = "Missing required option";

  private UsageErrors() {}

  public static ErrorReport of(ParameterException error) {
    String place =
        error.getArgSpec() instanceof OptionSpec option
            ? OptionSources.from(error.getCommandLine().getCommandSpec(), option)
            : "";
    return new ErrorReport(line(error) + place, ExitCode.BAD_USAGE);
  }

  private static String line(ParameterException error) {
    if (error instanceof UnmatchedArgumentException unmatched) {
      return unknown(unmatched.getUnmatched().get(0), unmatched.getCommandLine());
    }
    if (error instanceof MissingParameterException missing) {
      return missing(missing);
    }
    if (error.getCause() instanceof DefinitionException definition) {
      return definition.getMessage();
    }
    if (error.getArgSpec() instanceof OptionSpec option && error.getValue() != null) {
      return "%s %s: %s"
          .formatted(
              option.longestName(),
              error.getValue(),
              option.arity().min() == 0
                  ? "accepts an optional port; put the scenario first"
                  : expected(option, error));
    }
    return error.getMessage();
  }

  private static String unknown(String word, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (word.startsWith("-")) {
      String name = word.replaceFirst("=.*", "");
      return "unknown option "
          + name
          + (name.startsWith("--")
              ? NearestName.hint(name, longNames(spec).toList())
              : optionsLike(name, spec));
    }
    if (!spec.subcommands().isEmpty()) {
      Collection<String> names = spec.subcommands().keySet();
      return "no command " + word + NearestName.hintOrList(word, names);
    }
    return "unexpected argument " + word;
  }

  /** Of a letter that no option has, the options that begin with it. */
  private static String optionsLike(String name, CommandSpec spec) {
    String letter = name.substring(1, Math.min(2, name.length()));
    String like =
        longNames(spec)
            .filter(option -> !letter.isEmpty() && option.startsWith("--" + letter))
            .sorted()
            .collect(Collectors.joining(", "));
    return like.isEmpty() ? "" : "; options that start with %s: %s".formatted(letter, like);
  }

  private static Stream<String> longNames(CommandSpec spec) {
    return spec.optionsMap().keySet().stream().filter(option -> option.startsWith("--"));
  }

  private static String missing(MissingParameterException error) {
    CommandLine command = error.getCommandLine();
    if (error.getMissing().get(0) instanceof OptionSpec option
        && !error.getMessage().startsWith(MISSING_OPTION)) {
      return option.longestName() + " requires a value" + meaning(option);
    }
    return "missing %s; see %s --help"
        .formatted(
            error.getMissing().stream()
                .map(UsageErrors::required)
                .collect(Collectors.joining(" and ")),
            command.getCommandSpec().qualifiedName());
  }

  private static String required(ArgSpec missing) {
    return missing instanceof OptionSpec option
        ? option.longestName() + " " + option.paramLabel()
        : missing.paramLabel();
  }

  /** What the value is, from the first words of its description: {@code (messages per second)}. */
  private static String meaning(OptionSpec option) {
    String text = option.description().length == 0 ? "" : option.description()[0];
    String first = text.replaceFirst("\\s*[,(;:.].*", "").replace("%%", "%");
    return first.isEmpty()
        ? ""
        : " (" + first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1) + ")";
  }

  private static String expected(OptionSpec option, ParameterException error) {
    if (option.type().isEnum() && option.converters().length == 0) {
      return Stream.of(option.type().getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining(", "));
    }
    return error.getCause() instanceof TypeConversionException own
        ? own.getMessage()
        : error.getMessage();
  }
}
