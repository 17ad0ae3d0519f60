package io.brokerbench.cli;

import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.session.CommandContext;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command that does something in a context, and ends with an exit code. */
@Command(sortOptions = false, footerHeading = "%nExamples:%n")
abstract class ContextCommand implements Callable<Integer> {

  final CommandContext context;

  @Mixin final HelpOption help = new HelpOption();

  ContextCommand(CommandContext context) {
    this.context = context;
  }
}
