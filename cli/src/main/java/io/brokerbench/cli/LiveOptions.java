package io.brokerbench.cli;

import io.brokerbench.cli.live.MetricsServer;
import io.brokerbench.cli.live.WatchServer;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.page.LiveReport;
import picocli.CommandLine.Option;

/** What shows runs while they are under way, for every command that measures. */
final class LiveOptions {

  @Option(
      names = "--prometheus",
      paramLabel = "PORT",
      description = "Serve live meters at http://127.0.0.1:PORT/metrics; 0 chooses a free port.")
  private Integer metricsPort;

  @Option(
      names = "--watch",
      arity = "0..1",
      paramLabel = "PORT",
      fallbackValue = "0",
      description =
          "Serve live charts at http://127.0.0.1:PORT/, and the report at the end (default:"
              + " a free port).")
  private Integer watchPort;

  /**
   * Does the work, and serves its meters and its charts where they are asked for.
   *
   * @param title what is measured
   * @throws DefinitionException if that is no port
   * @throws EnvironmentException if a port is taken
   */
  int during(CommandContext tools, String title, Work work) throws Exception {
    return metered(tools, metered -> watched(metered, title, work));
  }

  private int metered(CommandContext tools, Work work) throws Exception {
    if (metricsPort == null) {
      return work.with(tools);
    }
    try (MetricsServer server = MetricsServer.open(metricsPort)) {
      tools.terminal().say(RunHeader.LABEL.formatted("metrics") + server.url());
      return work.with(tools.withRigs(server.around(tools.rigs())));
    }
  }

  private int watched(CommandContext tools, String title, Work work) throws Exception {
    if (watchPort == null) {
      return work.with(tools);
    }
    LiveReport report = new LiveReport(title, NanoClock.SYSTEM);
    try (WatchServer server = WatchServer.open(watchPort, report)) {
      tools.terminal().say(RunHeader.LABEL.formatted("watch") + server.url());
      return work.with(tools.withRigs(server.around(tools.rigs())).withReaders(server));
    }
  }
}
