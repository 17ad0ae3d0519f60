package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.broker.StartPatience;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** How long a broker may take to start; null where not given. */
@Grouped(HelpGroup.BROKER)
public final class StartOptions {

  @Sets("startTimeout")
  @Option(
      names = "--start-timeout",
      paramLabel = "DURATION",
      description =
          "Longest wait for a broker to start (default: as long as its log goes on, up to 10m).")
  private Duration limit;

  /**
   * The patience for brokers.
   *
   * @param progress hears of a start that takes long
   * @throws io.brokerbench.core.base.DefinitionException if the limit is out of its own limits
   */
  public StartPatience patience(Consumer<String> progress) {
    return new StartPatience(Optional.ofNullable(limit), progress);
  }
}
