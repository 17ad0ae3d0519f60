package io.brokerbench.cli;

import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NearestName;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code brokerbench help}: the help of a command, as {@code --help} after it. */
@Command(
    name = "help",
    description = "Show the help of a command.",
    footerHeading = "%nExamples:%n",
    footer = {"  brokerbench help", "  brokerbench help run", "  brokerbench help baseline save"})
final class HelpCommand implements Runnable {

  @Mixin final HelpOption help = new HelpOption();

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command (default: the whole tool).")
  private List<String> names = List.of();

  @Override
  public void run() {
    CommandLine command = spec.root().commandLine();
    for (String name : names) {
      CommandLine found = command.getSubcommands().get(name);
      if (found == null) {
        throw new DefinitionException(
            command.getSubcommands().isEmpty()
                ? "unexpected argument " + name
                : "no command "
                    + name
                    + NearestName.hintOrList(name, command.getSubcommands().keySet()));
      }
      command = found;
    }
    command.usage(command.getOut());
  }
}
