package io.brokerbench.cli.terminal;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.experiment.store.ResultFolderException;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The message of an error, and the exit code of the command.
 *
 * @param line what is wrong and what is right, without the command's name
 * @param exitCode of the command
 */
public record ErrorReport(String line, int exitCode) {

  private static final String OUT = "--out";

  /** The report of any error. */
  public static ErrorReport of(Throwable error) {
    if (error instanceof DefinitionException) {
      return new ErrorReport(oneLine(error), ExitCode.BAD_USAGE);
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
    ErrorReport report =
        of(
            error instanceof DefinitionException definition
                ? OptionErrors.named(definition, command)
                : error);
    return error instanceof ResultFolderException && command.findOption(OUT) != null
        ? new ErrorReport(report.line() + "; use " + OUT, report.exitCode())
        : report;
  }

  private static String nameAndMessage(Throwable error) {
    String name = error.getClass().getSimpleName();
    return error.getMessage() == null ? name : name + ": " + oneLine(error);
  }

  private static String oneLine(Throwable error) {
    return String.valueOf(error.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
