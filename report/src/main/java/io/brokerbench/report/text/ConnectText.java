package io.brokerbench.report.text;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.result.RunResult;

/** How clients connected. */
final class ConnectText {

  private ConnectText() {}

  /** {@code 5 000 of 5 000 in 0.62 s, connects 8 060/s, ...}. */
  static String of(RunResult result) {
    Connections connections = result.connections();
    return "%s of %s in %s s, %s"
        .formatted(
            Figures.count(connections.connected()),
            Figures.count(connections.asked()),
            Figures.measured(connections.seconds()),
            BriefFigures.line(result, "connections"));
  }
}
