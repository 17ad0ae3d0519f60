package io.brokerbench.core.engine;

import io.brokerbench.core.broker.BrokerMetrics;
import io.brokerbench.core.telemetry.CpuUsage;
import io.brokerbench.core.telemetry.GcPauses;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Follows what the broker's processes and our own use. Ours are this one and those of its workers,
 * each without its children, as one of those may be the broker. Belongs to the rig's thread.
 */
final class UsageMonitor {

  private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
  private final GcPauses gcPauses = new GcPauses();
  private final Function<ProcessSampler, Optional<ProcessUsage>> brokerUsage;
  private final List<Long> ownPids = new ArrayList<>();
  private final Supplier<Optional<ProcessUsage>> elsewhere;
  private final int ownSystemCores;
  private final int systemCores = Runtime.getRuntime().availableProcessors();
  private final Map<Integer, Second> seconds = new HashMap<>();

  private final Map<Long, ProcessUsage> lastOfEach = new HashMap<>();
  private long gcMillisOfWorkers;
  private Sample last;
  private Sample connectStart;
  private Sample connectEnd;
  private Sample steadyStart;
  private Sample steadyEnd;
  private long peakOwnRss;
  private long peakBrokerRss;

  UsageMonitor(
      Function<ProcessSampler, Optional<ProcessUsage>> brokerUsage, Worker worker, long now) {
    this(brokerUsage, worker.pids(), now, worker::usageElsewhere, worker.cores());
  }

  /** Of processes on this machine only. */
  UsageMonitor(
      Function<ProcessSampler, Optional<ProcessUsage>> brokerUsage,
      List<Long> workerPids,
      long now) {
    this(brokerUsage, workerPids, now, Optional::empty, Runtime.getRuntime().availableProcessors());
  }

  private UsageMonitor(
      Function<ProcessSampler, Optional<ProcessUsage>> brokerUsage,
      List<Long> workerPids,
      long now,
      Supplier<Optional<ProcessUsage>> elsewhere,
      int ownSystemCores) {
    this.brokerUsage = brokerUsage;
    this.elsewhere = elsewhere;
    this.ownSystemCores = ownSystemCores;
    ownPids.add(ProcessHandle.current().pid());
    ownPids.addAll(workerPids);
    this.last = sample(now);
  }

  /** Both processes at one instant. */
  private record Sample(
      long nanos, Optional<ProcessUsage> own, Optional<ProcessUsage> broker, long gcMillis) {}

  /** Both processes over one interval. */
  record Second(
      Optional<CpuUsage> own,
      Optional<CpuUsage> broker,
      OptionalLong brokerRssBytes,
      BrokerMetrics metrics) {

    /** The same with what the broker told about itself. */
    Second with(BrokerMetrics told) {
      return new Second(own, broker, brokerRssBytes, told);
    }
  }

  private Sample sample(long now) {
    Optional<ProcessUsage> own = own();
    Optional<ProcessUsage> brokers = brokerUsage.apply(sampler);
    own.ifPresent(usage -> peakOwnRss = Math.max(peakOwnRss, usage.rssBytes()));
    brokers.ifPresent(usage -> peakBrokerRss = Math.max(peakBrokerRss, usage.rssBytes()));
    return new Sample(now, own, brokers, gcPauses.totalMillis() + gcMillisOfWorkers);
  }

  /** All of ours together. One that has ended keeps the CPU time that it had, and no memory. */
  private Optional<ProcessUsage> own() {
    Optional<ProcessUsage> sum = Optional.empty();
    for (long pid : ownPids) {
      ProcessUsage before = lastOfEach.get(pid);
      Optional<ProcessUsage> usage =
          sampler
              .sampleAlone(pid)
              .or(() -> Optional.ofNullable(before).map(u -> new ProcessUsage(u.cpuNanos(), 0)));
      usage.ifPresent(present -> lastOfEach.put(pid, present));
      Optional<ProcessUsage> others = sum;
      sum = usage.map(u -> others.map(u::plus).orElse(u)).or(() -> others);
    }
    Optional<ProcessUsage> here = sum;
    return elsewhere.get().map(u -> here.map(u::plus).orElse(u)).or(() -> here);
  }

  /** Time that garbage collection has stopped the workers' processes so far, added up. */
  void gcOfWorkers(long millis) {
    gcMillisOfWorkers = millis;
  }

  /** What was used since this was last called. */
  Second sinceLast(long now) {
    Sample before = last;
    last = sample(now);
    OptionalLong rss =
        last.broker.map(usage -> OptionalLong.of(usage.rssBytes())).orElse(OptionalLong.empty());
    return new Second(
        between(before, last, before.own, last.own),
        between(before, last, before.broker, last.broker),
        rss,
        BrokerMetrics.NONE);
  }

  /** Keeps the figures of a second of the timeline. */
  void keep(int second, Second figures) {
    seconds.put(second, figures);
  }

  Optional<Second> second(int index) {
    return Optional.ofNullable(seconds.get(index));
  }

  void markConnectStart(long now) {
    connectStart = sample(now);
  }

  void markConnectEnd(long now) {
    connectEnd = sample(now);
  }

  /** CPU time of ours while clients connected; empty where it isn't known. */
  OptionalDouble ownConnectSeconds() {
    return connectEnd == null
        ? OptionalDouble.empty()
        : seconds(between(connectStart, connectEnd, connectStart.own, connectEnd.own));
  }

  /** The same of the broker. */
  OptionalDouble brokerConnectSeconds() {
    return connectEnd == null
        ? OptionalDouble.empty()
        : seconds(between(connectStart, connectEnd, connectStart.broker, connectEnd.broker));
  }

  private static OptionalDouble seconds(Optional<CpuUsage> usage) {
    return usage.map(u -> OptionalDouble.of(u.seconds())).orElse(OptionalDouble.empty());
  }

  void markSteadyStart(long now) {
    steadyStart = sample(now);
  }

  void markSteadyEnd(long now) {
    if (steadyEnd == null) {
      steadyEnd = sample(now);
    }
  }

  Optional<CpuUsage> ownSteady() {
    return steady()
        ? between(steadyStart, steadyEnd, steadyStart.own, steadyEnd.own)
            .map(used -> new CpuUsage(used.cpuNanos(), used.elapsedNanos(), ownSystemCores))
        : Optional.empty();
  }

  Optional<CpuUsage> brokerSteady() {
    return steady()
        ? between(steadyStart, steadyEnd, steadyStart.broker, steadyEnd.broker)
        : Optional.empty();
  }

  double steadyGcMillis() {
    return steady() ? steadyEnd.gcMillis - steadyStart.gcMillis : 0;
  }

  long peakOwnRssBytes() {
    return peakOwnRss;
  }

  long peakBrokerRssBytes() {
    return peakBrokerRss;
  }

  private boolean steady() {
    return steadyStart != null && steadyEnd != null;
  }

  private Optional<CpuUsage> between(
      Sample before, Sample after, Optional<ProcessUsage> first, Optional<ProcessUsage> second) {
    return first.flatMap(
        a -> second.map(b -> CpuUsage.between(a, b, after.nanos - before.nanos, systemCores)));
  }
}
