package io.brokerbench.cli;

import io.brokerbench.cli.session.CommandContext;

/** What a command does with the tools that its options have prepared. */
@FunctionalInterface
interface Work {

  /** Does it; the exit code. */
  int with(CommandContext tools) throws Exception;
}
