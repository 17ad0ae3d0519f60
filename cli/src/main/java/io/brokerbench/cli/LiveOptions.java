package io.brokerbench.cli;

import io.brokerbench.cli.live.MetricsServer;
import io.brokerbench.cli.live.WatchServer;
import io.brokerbench.cli.session.CommandContext;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.experiment.session.EnvironmentException;
import io.brokerbench.report.page.LiveReport;
import io.brokerbench.report.text.Paragraph;
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
  int during(CommandContext context, String title, CommandAction work) throws Exception {
    return metered(context, metered -> watched(metered, title, work));
  }

  private int metered(CommandContext context, CommandAction work) throws Exception {
    if (metricsPort == null) {
      return work.with(context);
    }
    try (MetricsServer server = MetricsServer.open(metricsPort)) {
      context.terminal().say(Paragraph.LABEL.formatted("metrics") + server.url());
      return work.with(context.withRigs(server.around(context.rigs())));
    }
  }

  private int watched(CommandContext context, String title, CommandAction work) throws Exception {
    if (watchPort == null) {
      return work.with(context);
    }
    LiveReport report = new LiveReport(title, NanoClock.SYSTEM);
    try (WatchServer server = WatchServer.open(watchPort, report)) {
      context.terminal().say(Paragraph.LABEL.formatted("watch") + server.url());
      return work.with(context.withRigs(server.around(context.rigs())).withLiveView(server));
    }
  }
}
