package io.brokerbench.core.report;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.Latencies;
import io.brokerbench.core.result.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What JMS clients waited for beside messages: the steps of connections, sessions, transactions.
 */
final class JmsText {

  private JmsText() {}

  /**
   * {@code connect 3.1 (p99 4.0), session 0.4 (0.9), subscribe 1.0 (2.2) ms}; empty where there are
   * no sessions.
   */
  static Optional<String> of(Latencies latency) {
    if (latency.session().isEmpty()) {
      return Optional.empty();
    }
    List<String> steps = new ArrayList<>();
    add(steps, "connect", Optional.of(latency.connect()));
    add(steps, "session", latency.session());
    add(steps, "subscribe", Optional.of(latency.subscribe()));
    add(steps, "commit", latency.commit());
    add(steps, "consumers' acknowledge", latency.consumerAcknowledge());
    return Optional.of(String.join(", ", steps) + " ms");
  }

  private static void add(List<String> steps, String name, Optional<LatencySummary> latency) {
    latency
        .filter(summary -> summary.count() > 0)
        .ifPresent(
            summary ->
                steps.add(
                    "%s %s (p99 %s)"
                        .formatted(name, millis(summary.p50Nanos()), millis(summary.p99Nanos()))));
  }

  private static String millis(long nanos) {
    return Figures.measured(nanos / 1e6);
  }
}
