package io.brokerbench.core.engine.stage;

import io.brokerbench.core.engine.assignment.AgentProgress;
import io.brokerbench.core.engine.worker.WorkerStatus;
import io.brokerbench.core.telemetry.CpuUsage;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Turns a worker's status into progress, with rates since the last report. */
final class ProgressReporter {

  private static final long REPORT_NANOS = 200_000_000L;

  private final RunListener listener;
  private final int clients;
  private final Supplier<List<AgentProgress>> agents;

  private boolean entered;
  private Phase phase = Phase.CONNECT;
  private Duration length = Duration.ZERO;
  private long phaseStart;
  private long lastReport;
  private long lastSent;
  private long lastReceived;
  private double sentPerSecond;
  private double receivedPerSecond;
  private OptionalDouble brokerCores = OptionalDouble.empty();
  private double generatorCores;
  private OptionalDouble otherCores = OptionalDouble.empty();
  private IntervalLatency lastSecond = IntervalLatency.NONE;
  private long timed;
  private double timedNanos;

  ProgressReporter(RunListener listener, int clients) {
    this(listener, clients, List::of);
  }

  /** The same for a run with agents. */
  ProgressReporter(RunListener listener, int clients, Supplier<List<AgentProgress>> agents) {
    this.listener = listener;
    this.clients = clients;
    this.agents = agents;
  }

  void enter(Phase next, Duration planned, long now, WorkerStatus status) {
    entered = true;
    phase = next;
    length = planned;
    phaseStart = now;
    report(now, status);
  }

  void usage(UsageMonitor.Second second, TimelineBuilder intervals) {
    brokerCores =
        second
            .broker()
            .map(usage -> OptionalDouble.of(usage.cores()))
            .orElse(OptionalDouble.empty());
    generatorCores = second.own().map(CpuUsage::cores).orElse(0.0);
    otherCores = second.machine().otherCpuCores();
    lastSecond = intervals.lastSecond();
    timed = intervals.timed();
    timedNanos = intervals.timedNanos();
  }

  void update(long now, WorkerStatus status) {
    if (entered && now - lastReport >= REPORT_NANOS) {
      report(now, status);
    }
  }

  private void report(long now, WorkerStatus status) {
    double seconds = (now - lastReport) / 1e9;
    if (lastReport != 0 && seconds > 0.05) {
      sentPerSecond = (status.sent() - lastSent) / seconds;
      receivedPerSecond = (status.received() - lastReceived) / seconds;
    }
    lastReport = now;
    lastSent = status.sent();
    lastReceived = status.received();
    List<AgentProgress> standing = agents.get();
    if (!standing.isEmpty()) {
      listener.onAgents(standing);
    }
    listener.onProgress(
        new Progress(
            phase,
            Duration.ofNanos(now - phaseStart),
            length,
            status.connected(),
            clients,
            sentPerSecond,
            receivedPerSecond,
            status.backlog(),
            lastSecond.p99Nanos(),
            brokerCores,
            generatorCores,
            otherCores,
            new RunTotals(
                status.sent(), status.acknowledged(), status.received(), timed, timedNanos),
            lastSecond));
  }
}
