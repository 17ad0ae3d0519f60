package io.brokerbench.report.text;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.LatencyKind;
import io.brokerbench.core.result.RunResult;

/** The bursts of a broadcast in a sentence. */
final class BroadcastText {

  private BroadcastText() {}

  static String of(RunResult run, Broadcast broadcast) {
    if (broadcast.bursts() == 0) {
      return "no message fell due in the steady state: give a longer --duration";
    }
    String count =
        Figures.count(broadcast.bursts()) + (broadcast.bursts() == 1 ? " burst" : " bursts");
    String last =
        run.latency()
            .find(LatencyKind.TIME_TO_LAST)
            .map(
                time ->
                    ", the last consumer has it after %s (median), %s at most"
                        .formatted(
                            Figures.latency(time.p50Nanos()), Figures.latency(time.maxNanos())))
            .orElse("");
    String lost =
        broadcast.incomplete() == 0
            ? ""
            : ", %s did not reach all consumers".formatted(Figures.count(broadcast.incomplete()));
    return "%s%s%s; peak egress %s/s (median), %s/s at most, over %d ms"
        .formatted(
            count,
            lost,
            last,
            Figures.rate(broadcast.medianPeakEgressPerSecond()),
            Figures.rate(broadcast.peakEgressPerSecond()),
            broadcast.windowMillis());
  }
}
