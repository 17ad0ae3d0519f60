package io.brokerbench.junit;

import io.brokerbench.core.base.Figures;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.LatencySummary;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;

/** Words and figures of messages, in characters that every report shows. */
final class AssertionText {

  private AssertionText() {}

  static String subject(RunResult result) {
    return subject(result.scenario(), result.broker());
  }

  static String subject(Scenario scenario, BrokerIdentity broker) {
    return scenario.name() + " on " + broker.title();
  }

  static String latency(long nanos) {
    return Figures.plain(Figures.latency(nanos));
  }

  /** A limit as it was given, with all its digits. */
  static String limit(Duration limit) {
    long nanos = limit.toNanos();
    if (nanos < 1_000_000) {
      return Figures.plain(Figures.exact(nanos / 1e3)) + " us";
    }
    return nanos < 1_000_000_000
        ? Figures.plain(Figures.exact(nanos / 1e6)) + " ms"
        : Figures.plain(Figures.exact(nanos / 1e9)) + " s";
  }

  static String count(long count) {
    return Figures.plain(Figures.count(count));
  }

  static String rate(double perSecond) {
    return Figures.plain(Figures.rate(perSecond)) + " msg/s";
  }

  static String exactRate(double perSecond) {
    return Figures.plain(Figures.exact(perSecond)) + " msg/s";
  }

  static String percentiles(LatencySummary latency) {
    return "p50 %s, p95 %s, p99 %s, p99.9 %s, max %s of %s"
        .formatted(
            latency(latency.p50Nanos()),
            latency(latency.p95Nanos()),
            latency(latency.p99Nanos()),
            latency(latency.p999Nanos()),
            latency(latency.maxNanos()),
            count(latency.count()));
  }
}
