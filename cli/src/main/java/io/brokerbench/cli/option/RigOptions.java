package io.brokerbench.cli.option;

import io.brokerbench.cli.help.Grouped;
import io.brokerbench.cli.help.HelpGroup;
import io.brokerbench.cli.terminal.Sets;
import io.brokerbench.core.engine.worker.RigSettings;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that change how the tool works, whatever the scenario; null where not given. */
@Grouped(HelpGroup.GENERATOR)
public final class RigOptions {

  @Sets("lanes")
  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Threads that carry clients, in each worker (default: the driver chooses).")
  private Integer lanes;

  @Sets("precision")
  @Option(
      names = "--precision",
      paramLabel = "DURATION",
      description =
          "Shortest time between two turns of a send loop; a longer one costs less CPU, and sends"
              + " later (default: 100us).")
  private Duration precision;

  @Sets("workers")
  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Client processes (default: 1); use more to exceed the open-file limit.")
  private Integer workers;

  @Sets("sources")
  @Option(
      names = "--sources",
      paramLabel = "ADDRESS,...",
      description =
          "Local addresses to connect from, as each has its range of ports; a number N stands for"
              + " N loopback addresses from 127.0.0.2 on.")
  private SourceAddresses sources;

  @Option(
      names = "--strict",
      description =
          "Count a run as DISTURBED, exit code 4, whenever other work on the machine held up the"
              + " tool or the broker, even if it kept its rate.")
  private boolean strict;

  /**
   * The settings of a rig.
   *
   * @throws io.brokerbench.core.base.DefinitionException if an option is out of its limits
   */
  public RigSettings settings() {
    RigSettings settings = RigSettings.defaults().withStrict(strict);
    settings = lanes == null ? settings : settings.withLanes(lanes);
    settings = workers == null ? settings : settings.withWorkers(workers);
    settings = sources == null ? settings : settings.withSources(sources.addresses());
    return precision == null ? settings : settings.withPrecision(precision);
  }
}
