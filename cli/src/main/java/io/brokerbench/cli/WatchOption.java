package io.brokerbench.cli;

import io.brokerbench.cli.live.WatchServer;
import io.brokerbench.cli.session.Tools;
import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.report.LiveReport;
import picocli.CommandLine.Option;

/** Whether what is under way can be watched in a browser. */
final class WatchOption {

  @Option(
      names = "--watch",
      arity = "0..1",
      paramLabel = "PORT",
      fallbackValue = "0",
      description =
          "Serve live charts at http://127.0.0.1:PORT/, and the report in the end; without PORT, at"
              + " a free one.")
  private Integer port;

  /**
   * Does the work, and serves its charts if that is asked for.
   *
   * @param title what is run
   * @throws io.brokerbench.core.base.DefinitionException if that is no port
   * @throws EnvironmentException if the port is taken
   */
  int during(Tools tools, String title, MetricsOption.Work work) throws Exception {
    if (port == null) {
      return work.with(tools);
    }
    LiveReport report = new LiveReport(title, NanoClock.SYSTEM);
    try (WatchServer server = WatchServer.open(port, report)) {
      tools.terminal().say(RunHeader.LABEL.formatted("watch") + server.url());
      return work.with(tools.withRigs(server.around(tools.rigs())).withReaders(server));
    }
  }
}
