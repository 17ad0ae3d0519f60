package io.brokerbench.cli.terminal;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import java.util.Collection;
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

  private UsageErrors() {}

  public static ErrorReport of(ParameterException error) {
    return new ErrorReport(line(error), ExitCode.BAD_USAGE);
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
      return "%s %s: %s".formatted(option.longestName(), error.getValue(), expected(option, error));
    }
    return error.getMessage();
  }

  private static String unknown(String word, CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (word.startsWith("-")) {
      String name = word.replaceFirst("=.*", "");
      return "no option " + name + NearestName.hint(name, spec.optionsMap().keySet());
    }
    if (!spec.subcommands().isEmpty()) {
      Collection<String> names = spec.subcommands().keySet();
      return "no command " + word + hintOrList(word, names);
    }
    return spec.name() + " does not accept " + word + " here";
  }

  private static String missing(MissingParameterException error) {
    CommandSpec spec = error.getCommandLine().getCommandSpec();
    ArgSpec first = error.getMissing().get(0);
    if (first instanceof OptionSpec option) {
      return "%s needs a %s".formatted(option.longestName(), option.paramLabel());
    }
    return "%s needs a %s; see brokerbench %s --help"
        .formatted(spec.name(), first.paramLabel(), spec.name());
  }

  private static String expected(OptionSpec option, ParameterException error) {
    if (option.converters().length > 0 && error.getCause() instanceof TypeConversionException own) {
      return own.getMessage();
    }
    if (option.type().isEnum()) {
      return Stream.of(option.type().getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining(", "));
    }
    if (option.type() == Integer.class) {
      return "a whole number up to " + Integer.MAX_VALUE;
    }
    return option.type() == Long.class ? "a whole number" : "a number";
  }

  public static String hintOrList(String word, Collection<String> names) {
    String hint = NearestName.hint(word, names);
    return hint.isEmpty()
        ? "; there are " + names.stream().collect(Collectors.joining(", "))
        : hint;
  }
}
