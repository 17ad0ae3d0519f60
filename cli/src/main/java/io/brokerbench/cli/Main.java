package io.brokerbench.cli;

import io.brokerbench.cli.help.GroupedOptions;
import io.brokerbench.cli.option.OptionTypes;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.settings.OptionSources;
import io.brokerbench.cli.terminal.ArgumentFiles;
import io.brokerbench.cli.terminal.ErrorReport;
import io.brokerbench.cli.terminal.ExitCode;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.cli.terminal.UsageErrors;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.OutOfMemory;
import java.util.Optional;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** Where the command starts; from an IDE as well. */
public final class Main {

  /** Characters of a line of help: what a terminal has, as far as it can be read well. */
  private static final int LEAST_WIDTH = 60;

  private static final int MOST_WIDTH = 100;

  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    try {
      CommandContext context = CommandContext.on(Terminal.ofProcess());
      Thread.setDefaultUncaughtExceptionHandler(
          (thread, error) -> endWhereOutOfMemory(context.terminal(), error));
      System.exit(run(context, args));
    } catch (OutOfMemoryError error) { // even for a message of the usual way
      System.err.println("brokerbench: out of memory: more is required (BROKERBENCH_JAVA_OPTS)");
      Runtime.getRuntime().halt(ExitCode.ENVIRONMENT_CANNOT);
    }
  }

  /** Of a thread beside that of the command, without which it would go on, half dead. */
  private static void endWhereOutOfMemory(Terminal terminal, Throwable error) {
    if (OutOfMemory.in(error).isEmpty()) {
      error.printStackTrace(terminal.err());
      return;
    }
    System.exit(print(terminal, ErrorReport.of(error), error, false));
  }

  /**
   * Runs a command, as on the command line.
   *
   * @return its exit code: 0 fine; 1 the verdict says no; 2 bad usage or definition; 3 the
   *     environment cannot; 4 the run is invalid
   */
  public static int run(String... args) {
    return run(CommandContext.system(), args);
  }

  /** Runs a command in another context than that of this process. */
  static int run(CommandContext context, String... args) {
    Terminal terminal = context.terminal();
    RootCommand root = new RootCommand(terminal);
    try {
      CommandLine commands = commandLine(context, root);
      String[] words = ArgumentFiles.expand(args);
      try {
        OptionSources.readBy(commands, context.optionEnvironment(), words);
      } catch (DefinitionException error) {
        ErrorReport report = UsageErrors.of(error, commands, words);
        return print(terminal, report, error, root.isVerbose());
      }
      return whereShown(terminal, commands.execute(words));
    } catch (DefinitionException error) {
      return print(terminal, ErrorReport.of(error), error, root.isVerbose());
    } catch (Error error) {
      // picocli hands on exceptions only, and the JVM would end with 1: "the verdict says no".
      return print(terminal, ErrorReport.of(error), error, root.isVerbose());
    }
  }

  /** A command is not fine if what it had to say could not be written. */
  private static int whereShown(Terminal terminal, int code) {
    Optional<String> lost = terminal.lostResults();
    lost.ifPresent(why -> terminal.warn("standard output could not be written: " + why));
    return lost.isPresent() && code == ExitCode.FINE ? ExitCode.ENVIRONMENT_CANNOT : code;
  }

  static CommandLine commandLine(CommandContext context, RootCommand root) {
    Terminal terminal = context.terminal();
    CommandLine commands =
        new CommandLine(root)
            .addSubcommand(new RunCommand(context))
            .addSubcommand(new SearchCommand(context))
            .addSubcommand(new StudyCommand(context))
            .addSubcommand(new AbCommand(context))
            .addSubcommand(new CompareCommand(context))
            .addSubcommand(BaselineCommand.of(context))
            .addSubcommand(new HistoryCommand(context))
            .addSubcommand(new ReportCommand(context))
            .addSubcommand(new ListCommand(context))
            .addSubcommand(BrokerCommand.of(context))
            .addSubcommand(new CalibrateCommand(context))
            .addSubcommand(new AgentCommand(context))
            .addSubcommand(new HelpCommand())
            .addSubcommand(new AutoComplete.GenerateCompletion());
    commands
        .setExpandAtFiles(false)
        .setOut(terminal.outWriter())
        .setErr(terminal.errWriter())
        .setColorScheme(Help.defaultColorScheme(terminal.ansi()))
        .setUsageHelpLongOptionsMaxWidth(28)
        .setUsageHelpWidth(Math.max(LEAST_WIDTH, Math.min(terminal.columns(), MOST_WIDTH)))
        .setParameterExceptionHandler(
            (error, given) ->
                print(terminal, UsageErrors.of(error, commands, given), error, root.isVerbose()))
        .setExecutionExceptionHandler(
            (error, command, parsed) ->
                print(
                    terminal,
                    ErrorReport.of(error, command.getCommandSpec()),
                    error,
                    root.isVerbose()));
    GroupedOptions.showIn(commands);
    OptionTypes.readBy(commands);
    return commands;
  }

  private static int print(
      Terminal terminal, ErrorReport report, Throwable error, boolean verbose) {
    report.lines().forEach(line -> terminal.warn(line));
    if (verbose) {
      error.printStackTrace(terminal.err());
    }
    return report.exitCode();
  }
}
