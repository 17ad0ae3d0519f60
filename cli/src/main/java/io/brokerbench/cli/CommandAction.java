package io.brokerbench.cli;

import io.brokerbench.cli.session.CommandContext;

/** What a command does in the context that its options have prepared. */
@FunctionalInterface
interface CommandAction {

  /** Does it; the exit code. */
  int with(CommandContext context) throws Exception;
}
