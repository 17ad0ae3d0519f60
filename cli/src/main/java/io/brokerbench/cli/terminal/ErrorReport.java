package io.brokerbench.cli.terminal;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.store.ResultFolderException;

/**
 * What a person is told of an error, and what the command ends with.
 *
 * @param line what is wrong and what is right, without the command's name
 * @param exitCode of the command
 */
public record ErrorReport(String line, int exitCode) {

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

  private static String nameAndMessage(Throwable error) {
    String name = error.getClass().getSimpleName();
    return error.getMessage() == null ? name : name + ": " + oneLine(error);
  }

  private static String oneLine(Throwable error) {
    return String.valueOf(error.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
