package io.brokerbench.report.text;

import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;

/** The bursts of a broadcast. */
final class BroadcastText {

  private BroadcastText() {}

  static String of(RunResult run, Broadcast broadcast) {
    if (broadcast.bursts() == 0) {
      return "no message fell due in the steady state: make it longer";
    }
    FigureText figures = new FigureText(run);
    String last =
        run.latency().find(LatencyKind.TIME_TO_LAST).isEmpty()
            ? ""
            : figures.fill(
                "; the last consumer has it after {latency.timeToLast.p50} (median),"
                    + " {latency.timeToLast.max} at most");
    return "%s over %d ms%s"
        .formatted(
            figures.titled("broadcast", (figure, value) -> value != 0),
            broadcast.windowMillis(),
            last);
  }
}
