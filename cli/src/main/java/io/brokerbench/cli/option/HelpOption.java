package io.brokerbench.cli.option;

import picocli.CommandLine.Option;

/** {@code --help}, which every command has. */
public final class HelpOption {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;
}
