package io.brokerbench.cli.terminal;

import io.brokerbench.cli.settings.OptionSources;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.OutOfMemory;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.store.ResultFolderException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The message of an error, and the exit code of the command.
 *
 * @param line what is wrong and what is right, without the command's name; several where a document
 *     has several mistakes
 * @param exitCode of the command
 */
public record ErrorReport(String line, int exitCode) {

  private static final String OUT = "--out";

  /** What a user wrote may be a whole file; enough of it is quoted to find it. */
  private static final int MOST_OF_A_WORD = 200;

  private static final int MOST_OF_A_LINE = 2_000;
  private static final Pattern LONG_WORD = Pattern.compile("\\S{" + MOST_OF_A_WORD + ",}");

  /** Cuts what is too long to read. */
  public ErrorReport {
    line =
        cut(
            LONG_WORD
                .matcher(line)
                .replaceAll(word -> Matcher.quoteReplacement(cut(word.group(), MOST_OF_A_WORD))),
            MOST_OF_A_LINE);
  }

  private static String cut(String text, int most) {
    int end = most / 4;
    int left = text.length() - most;
    return left <= 0
        ? text
        : text.substring(0, most - end)
            + "...("
            + left
            + " characters)..."
            + text.substring(text.length() - end);
  }

  private static final String MORE_MEMORY = " (more of it: BROKERBENCH_JAVA_OPTS=-Xmx1g)";

  /** The report of any error. */
  public static ErrorReport of(Throwable error) {
    Optional<String> memory = OutOfMemory.in(error);
    if (memory.isPresent()) {
      return new ErrorReport(memory.get() + hint(memory.get()), ExitCode.ENVIRONMENT_CANNOT);
    }
    if (error instanceof DefinitionException) {
      return new ErrorReport(error.getMessage().strip(), ExitCode.BAD_USAGE);
    }
    if (error instanceof BrokerException
        || error instanceof RunException
        || error instanceof ResultFolderException
        || error instanceof EnvironmentException) {
      return new ErrorReport(oneLine(error), ExitCode.ENVIRONMENT_CANNOT);
    }
    return new ErrorReport(
        "internal error: %s (--verbose shows where)".formatted(nameAndMessage(error)),
        ExitCode.ENVIRONMENT_CANNOT);
  }

  /** The report of an error in a command, whose options it names. */
  public static ErrorReport of(Throwable error, CommandSpec command) {
    if (error instanceof DefinitionException definition) {
      return new ErrorReport(
          definition.mistakes().stream()
              .map(mistake -> OptionErrors.named(mistake, command))
              .map(named -> of(named).line() + source(named, command))
              .collect(Collectors.joining("\n")),
          ExitCode.BAD_USAGE);
    }
    ErrorReport report = of(error);
    return error instanceof ResultFolderException && command.findOption(OUT) != null
        ? new ErrorReport(report.line() + "; use " + OUT, report.exitCode())
        : report;
  }

  /** The lines of the message: one for each mistake. */
  public List<String> lines() {
    return line.lines().toList();
  }

  /** Of an error of an option, where that was set unless on the command line. */
  private static String source(DefinitionException error, CommandSpec command) {
    return error.field().map(command.optionsMap()::get).stream()
        .map(option -> OptionSources.from(command, option))
        .collect(Collectors.joining());
  }

  /** Threads, direct buffers and class data are not on the heap. */
  private static String hint(String memory) {
    return memory.contains("heap") || memory.contains("GC overhead") ? MORE_MEMORY : "";
  }

  private static String nameAndMessage(Throwable error) {
    String name = error.getClass().getSimpleName();
    return error.getMessage() == null ? name : name + ": " + oneLine(error);
  }

  private static String oneLine(Throwable error) {
    return String.valueOf(error.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
