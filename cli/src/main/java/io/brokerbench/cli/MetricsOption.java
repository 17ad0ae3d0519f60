package io.brokerbench.cli;

import io.brokerbench.cli.live.MetricsServer;
import io.brokerbench.cli.session.Tools;
import io.brokerbench.cli.terminal.EnvironmentException;
import io.brokerbench.cli.terminal.RunHeader;
import io.brokerbench.core.base.DefinitionException;
import picocli.CommandLine.Option;

/** Whether the meters of runs are served while they are under way. */
final class MetricsOption {

  @Option(
      names = "--prometheus",
      paramLabel = "PORT",
      description = "Serve live meters at http://127.0.0.1:PORT/metrics; 0 takes a free port.")
  private Integer port;

  /** What is done meanwhile. */
  @FunctionalInterface
  interface Work {
    int with(Tools tools) throws Exception;
  }

  /**
   * Does it, and serves its meters if that is asked for.
   *
   * @throws DefinitionException if that is no port
   * @throws EnvironmentException if the port is taken
   */
  int during(Tools tools, Work work) throws Exception {
    if (port == null) {
      return work.with(tools);
    }
    try (MetricsServer server = MetricsServer.open(port)) {
      tools.terminal().say(RunHeader.LABEL.formatted("metrics") + server.url());
      return work.with(tools.withRigs(server.around(tools.rigs())));
    }
  }
}
