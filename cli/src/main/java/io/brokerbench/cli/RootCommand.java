package io.brokerbench.cli;

import ch.qos.logback.classic.Level;
import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.settings.OptionSources;
import io.brokerbench.cli.terminal.Terminal;
import io.brokerbench.core.telemetry.EnvironmentProbe;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code brokerbench} without a command: help and version. */
@Grouped(HelpGroup.GENERAL)
@Command(
    name = "brokerbench",
    description = "Measures MQTT and JMS message brokers.",
    versionProvider = RootCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine",
      "1:the verdict says no: CONTRACT_BROKEN, BROKER_LIMITED or FAILED; a threshold was crossed",
      "2:bad usage or definition",
      "3:environment problem: a broker that does not start, too few open files, ...",
      "4:the run is invalid: GENERATOR_LIMITED, DISTURBED; calibrate: the machine is too busy",
      "130:stopped by Ctrl-C; 143 by SIGTERM, 129 by SIGHUP (broker by itself, and agent: 0)"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  brokerbench run FANIN.Q1.PERSISTENT.SHARED",
      "  brokerbench run FANIN.Q0.SINGLE --broker process:mosquitto --rate 50000",
      "  brokerbench search FANIN.Q1.PERSISTENT.SHARED",
      "  brokerbench study stress --brokers process:mosquitto,embedded:artemis",
      "  brokerbench ab FANIN.Q1.SHARED --baseline embedded:artemis \\",
      "      --candidate embedded:hivemq",
      "  brokerbench history results",
      "  brokerbench list scenarios",
      "  brokerbench help run",
      "  source <(brokerbench generate-completion)"
    })
final class RootCommand implements Runnable {

  @Spec private CommandSpec spec;

  private final Terminal terminal;

  private boolean verbose;

  @Mixin final HelpOption help = new HelpOption();

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  boolean version;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Log more, and show where errors come from.")
  void setVerbose(boolean value) {
    verbose = value;
    if (value
        && LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
            instanceof ch.qos.logback.classic.Logger root) {
      root.setLevel(Level.INFO);
    }
  }

  @Option(
      names = OptionSources.CONFIG,
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Read options from this file (default: brokerbench.yaml, where there is one).")
  void setConfig(Path file) {
    // OptionSources has read it before anything was parsed.
  }

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      scope = ScopeType.INHERIT,
      description =
          "Use colors: ${COMPLETION-CANDIDATES} (default: auto, which means on a terminal, unless"
              + " NO_COLOR is set).")
  void setColor(Terminal.Color when) {
    if (when != null) {
      terminal.color(when);
      spec.commandLine().setColorScheme(Help.defaultColorScheme(terminal.ansi()));
    }
  }

  boolean isVerbose() {
    return verbose;
  }

  RootCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "a command is missing; see brokerbench --help");
  }

  /** The version of the build. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "brokerbench " + EnvironmentProbe.toolVersion(), "Java " + Runtime.version()
      };
    }
  }
}
