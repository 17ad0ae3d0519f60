package io.brokerbench.cli.terminal;

import io.brokerbench.cli.settings.OptionSources;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

  /**
   * What is wrong. A value that a variable or a file has is left out then, and the arguments are
   * read again, so that all such mistakes are said at once.
   *
   * @param given the arguments of the command line
   */
  public static ErrorReport of(ParameterException error, CommandLine commands, String... given) {
    return report(List.of(), Optional.of(error), commands, given);
  }

  /**
   * What is wrong with a file of options, and what else would be: values of those that were read.
   *
   * @param given the arguments of the command line
   */
  public static ErrorReport of(DefinitionException file, CommandLine commands, String... given) {
    return report(ErrorReport.of(file).lines(), mistake(commands, given), commands, given);
  }

  private static ErrorReport report(
      List<String> before,
      Optional<ParameterException> first,
      CommandLine commands,
      String... given) {
    List<String> lines = new ArrayList<>(before);
    Optional<ParameterException> next = first;
    while (next.isPresent()) {
      lines.add(line(next.get()) + place(next.get()));
      next = isForgotten(next.get()) ? mistake(commands, given) : Optional.empty();
    }
    return new ErrorReport(String.join("\n", lines), ExitCode.BAD_USAGE);
  }

  private static String place(ParameterException error) {
    return error.getArgSpec() instanceof OptionSpec option
        ? OptionSources.from(error.getCommandLine().getCommandSpec(), option)
        : "";
  }

  private static boolean isForgotten(ParameterException error) {
    return !place(error).isEmpty()
        && OptionSources.of(error.getCommandLine().getCommandSpec())
            .map(sources -> sources.forget((OptionSpec) error.getArgSpec(), error.getValue()))
            .orElse(false);
  }

  private static Optional<ParameterException> mistake(CommandLine commands, String... given) {
    try {
      commands.parseArgs(given);
      return Optional.empty();
    } catch (ParameterException e) {
      return Optional.of(e);
    }
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
              option.arity().min() == 0 ? optional(option) : expected(option, error));
    }
    return error.getMessage();
  }

  /** Of an option that may stand alone. */
  private static String optional(OptionSpec option) {
    return option.type() == boolean.class || option.type() == Boolean.class
        ? "must be true or false"
        : "accepts an optional port; put the scenario first";
  }

  private static String unknown(String word, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (word.startsWith("-")) {
      String name = word.replaceFirst("=.*", "");
      return "unknown option "
          + name
          + (name.startsWith("--")
              ? NearestName.hint(name, longNames(spec).toList())
              : optionsLike(name, spec))
          + elsewhere(name, spec);
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
        Stream.concat(
                Stream.of(spec),
                spec.subcommands().values().stream().map(CommandLine::getCommandSpec))
            .flatMap(UsageErrors::longNames)
            .distinct()
            .filter(option -> !letter.isEmpty() && option.startsWith("--" + letter))
            .sorted()
            .collect(Collectors.joining(", "));
    return like.isEmpty() ? "" : "; options that start with %s: %s".formatted(letter, like);
  }

  /** Of an option before its command, the commands that have it. */
  private static String elsewhere(String name, CommandSpec spec) {
    List<String> commands =
        spec.subcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .filter(command -> command.optionsMap().containsKey(name))
            .map(CommandSpec::name)
            .distinct()
            .toList();
    return commands.isEmpty()
        ? ""
        : "; it comes after its command: brokerbench %s ... %s".formatted(commands.get(0), name);
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
    String first = text.replaceFirst("\\s*([,(;]|[:.](\\s|$)).*", "").replace("%%", "%");
    boolean acronym = first.length() > 1 && Character.isUpperCase(first.charAt(1));
    return first.isEmpty()
        ? ""
        : " ("
            + (acronym
                ? first
                : first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1))
            + ")";
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
