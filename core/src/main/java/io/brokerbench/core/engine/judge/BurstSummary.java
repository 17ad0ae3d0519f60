package io.brokerbench.core.engine.judge;

import io.brokerbench.core.engine.measure.BroadcastMeter;
import io.brokerbench.core.engine.measure.BroadcastReport;
import io.brokerbench.core.engine.measure.ConnectReport;
import io.brokerbench.core.engine.measure.LatencyRecorder;
import io.brokerbench.core.engine.stage.RunRecord;
import io.brokerbench.core.engine.stage.UsageMonitor;
import io.brokerbench.core.result.Broadcast;
import io.brokerbench.core.result.Connections;
import io.brokerbench.core.scenario.Scenario;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Median;

/** Makes the parts of the result about connects and bursts. */
public final class BurstSummary {

  /** Window of the egress rates. */
  static final int WINDOW_MILLIS = 10;

  private static final double WINDOWS_PER_SECOND = 1_000.0 / WINDOW_MILLIS;

  private BurstSummary() {}

  /**
   * How clients connected.
   *
   * @param sharesBroker whether CPU is used for other runs as well, so that none is known for a
   *     connect
   */
  static Connections connections(Scenario scenario, RunRecord run, boolean sharesBroker) {
    ConnectReport report = run.result().report().connects();
    Connections all = connections(scenario.clients(), report, run.usage(), sharesBroker);
    return scenario.security().resumes()
        ? all.withResumed(OptionalLong.of(report.counts().resumed()))
        : all;
  }

  private static Connections connections(
      long asked, ConnectReport report, UsageMonitor usage, boolean sharesBroker) {
    ConnectReport.Counts counts = report.counts();
    long charged = sharesBroker ? 0 : counts.connected();
    double seconds = report.span().seconds();
    double perSecond = seconds == 0 ? 0 : counts.connected() / seconds;
    return new Connections(
        asked,
        counts.connected(),
        counts.refused(),
        counts.dropped(),
        seconds,
        perSecond,
        seconds < 1 ? perSecond : report.span().peakSecond(),
        microsPerConnect(usage.ownConnectSeconds(), charged),
        microsPerConnect(usage.brokerConnectSeconds(), charged),
        refusals(report.reasons()));
  }

  private static OptionalDouble microsPerConnect(OptionalDouble seconds, long connected) {
    return seconds.isEmpty() || connected == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(seconds.getAsDouble() * 1e6 / connected);
  }

  private static List<Connections.Refusal> refusals(Map<String, Long> reasons) {
    return reasons.entrySet().stream()
        .map(entry -> new Connections.Refusal(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingLong(Connections.Refusal::count)
                .reversed()
                .thenComparing(Connections.Refusal::reason))
        .toList();
  }

  /** The bursts; empty where the run is no broadcast. */
  public static Optional<Broadcast> broadcast(Scenario scenario, BroadcastReport report) {
    if (BroadcastMeter.of(scenario) == null) {
      return Optional.empty();
    }
    double[] peaks =
        report.bursts().stream().mapToDouble(burst -> burst.peak(WINDOW_MILLIS)).toArray();
    return Optional.of(
        new Broadcast(
            peaks.length,
            peaks.length - timeToLast(scenario, report).getTotalCount(),
            WINDOW_MILLIS,
            (peaks.length == 0 ? 0 : Median.withDefaults().evaluate(peaks)) * WINDOWS_PER_SECOND,
            Arrays.stream(peaks).max().orElse(0) * WINDOWS_PER_SECOND));
  }

  /** Of the bursts that reached all consumers, the time until the last one had it. */
  public static Histogram timeToLast(Scenario scenario, BroadcastReport report) {
    Histogram last = LatencyRecorder.newHistogram();
    int consumers = scenario.topology().consumers();
    for (BroadcastReport.Burst burst : report.bursts()) {
      if (burst.received() == consumers) {
        last.recordValue(burst.lastNanos());
      }
    }
    return last;
  }
}
