package io.brokerbench.cli;

import io.brokerbench.cli.option.HelpOption;
import io.brokerbench.cli.option.ScenarioOptions;
import io.brokerbench.cli.session.CalibrateSession;
import io.brokerbench.cli.session.Tools;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.worker.RigSettings;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code brokerbench calibrate}. */
@Command(
    name = "calibrate",
    description =
        "Measure what this machine's generator can do, against a broker that does nothing, and"
            + " keep it: later runs show how much of it they used.",
    sortOptions = false,
    abbreviateSynopsis = true,
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {"  brokerbench calibrate", "  brokerbench calibrate --quick --json"})
final class CalibrateCommand implements Callable<Integer> {

  private final Tools tools;

  @Mixin final HelpOption help = new HelpOption();

  @Option(names = "--quick", description = "In a third of the time, and rougher.")
  private boolean quick;

  @Option(
      names = "--precision",
      paramLabel = "D",
      converter = ScenarioOptions.DurationConverter.class,
      description = "Shortest time between two turns of a send loop; 500us unless given.")
  private Duration precision;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Threads that carry clients; the driver chooses unless given.")
  private Integer lanes;

  @Option(names = "--json", description = "Print the document, and nothing else.")
  private boolean json;

  CalibrateCommand(Tools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws Exception {
    return new CalibrateSession(tools, settings(), quick, precision != null, json).run();
  }

  private RigSettings settings() {
    RigSettings settings = RigSettings.defaults();
    try {
      settings = lanes == null ? settings : settings.withLanes(lanes);
      return precision == null ? settings : settings.withPrecision(precision);
    } catch (DefinitionException e) {
      throw e.field().isPresent() ? new DefinitionException("--" + e.getMessage(), e) : e;
    }
  }
}
