package io.brokerbench.core.engine.stage;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.engine.worker.Worker;
import io.brokerbench.core.result.BrokerMetrics;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Machine.AffectedSide;
import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.telemetry.CpuUsage;
import io.brokerbench.core.telemetry.GcPauses;
import io.brokerbench.core.telemetry.GroupSampler.OtherDiskTraffic;
import io.brokerbench.core.telemetry.HeapAfterCollection;
import io.brokerbench.core.telemetry.ProcessHoldings;
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
public final class UsageMonitor {

  private final ProcessSampler sampler = ProcessSampler.ofThisMachine();
  private final GcPauses gcPauses = new GcPauses();
  private final HeapAfterCollection heap = new HeapAfterCollection();
  private final Watched watched;
  private final MachineMeter meter;
  private final int systemCores = Runtime.getRuntime().availableProcessors();
  private final Map<Long, ProcessUsage> lastOfEach = new HashMap<>();
  private long gcMillisOfWorkers;
  private Sample last;
  private Sample connectStart;
  private Sample connectEnd;
  private Sample steadyStart;
  private Sample steadyEnd;
  private long peakOwnRss;
  private long peakBrokerRss;

  /**
   * What to watch.
   *
   * @param brokerUsage what the broker uses
   * @param brokerPids its processes on this machine
   * @param brokerMayBeHere whether it may use this machine
   * @param besideUsage what the broker of a run beside this one uses
   * @param besidePids its processes on this machine
   * @param besideMayBeHere whether it may use this machine
   * @param ownPids of this process and those of its workers on this machine
   * @param ownAreKnown whether these are all
   * @param elsewhere what other processes of the tool use
   * @param ownCores logical processors of all machines of the tool
   */
  private record Watched(
      Function<ProcessSampler, Optional<ProcessUsage>> brokerUsage,
      Function<ProcessSampler, List<Long>> brokerPids,
      boolean brokerMayBeHere,
      Function<ProcessSampler, Optional<ProcessUsage>> besideUsage,
      Function<ProcessSampler, List<Long>> besidePids,
      boolean besideMayBeHere,
      List<Long> ownPids,
      boolean ownAreKnown,
      Supplier<Optional<ProcessUsage>> elsewhere,
      int ownCores) {}

  /**
   * Of a run.
   *
   * @param beside the broker of a run that this process makes at the same time
   */
  public UsageMonitor(Broker broker, Optional<Broker> beside, Worker worker, long now) {
    this(
        new Watched(
            BrokerProcesses.usageOf(broker),
            sampler -> BrokerProcesses.pidsOf(broker, sampler),
            BrokerProcesses.mayBeHere(broker),
            beside.map(BrokerProcesses::usageOf).orElse(sampler -> Optional.empty()),
            sampler ->
                beside.map(other -> BrokerProcesses.pidsOf(other, sampler)).orElse(List.of()),
            beside.filter(BrokerProcesses::mayBeHere).isPresent(),
            withThisOne(worker.pids()),
            !worker.hasUnknownProcessesHere(),
            worker::usageElsewhere,
            worker.cores()),
        now);
  }

  /** Of a broker whose processes are not known, and of a tool on this machine only. */
  public UsageMonitor(
      Function<ProcessSampler, Optional<ProcessUsage>> brokerUsage,
      List<Long> workerPids,
      long now) {
    this(
        new Watched(
            brokerUsage,
            sampler -> List.of(),
            true,
            sampler -> Optional.empty(),
            sampler -> List.of(),
            false,
            withThisOne(workerPids),
            true,
            Optional::empty,
            Runtime.getRuntime().availableProcessors()),
        now);
  }

  private UsageMonitor(Watched watched, long now) {
    this.watched = watched;
    this.meter = new MachineMeter(processes());
    this.last = sample(now);
  }

  private static List<Long> withThisOne(List<Long> workerPids) {
    List<Long> pids = new ArrayList<>(List.of(ProcessHandle.current().pid()));
    pids.addAll(workerPids);
    return pids;
  }

  private MachineMeter.MeasuredProcesses processes() {
    return new MachineMeter.MeasuredProcesses() {
      @Override
      public List<Long> broker() {
        return watched.brokerPids.apply(sampler);
      }

      @Override
      public List<Long> beside() {
        return watched.besidePids.apply(sampler);
      }

      @Override
      public List<Long> tool() {
        return watched.ownPids;
      }

      @Override
      public boolean isToolKnown() {
        return watched.ownAreKnown;
      }

      @Override
      public boolean brokerMayBeHere() {
        return watched.brokerMayBeHere;
      }

      @Override
      public boolean besideMayBeHere() {
        return watched.besideMayBeHere;
      }

      @Override
      public boolean generatorIsHere() {
        return carriesLoad();
      }
    };
  }

  /**
   * Both processes at one instant.
   *
   * @param otherDisks what others have moved by then; only where a measurement begins or ends
   */
  private record Sample(
      long nanos,
      Optional<ProcessUsage> own,
      Optional<ProcessUsage> broker,
      long gcMillis,
      MachineMeter.Sample machine,
      Optional<OtherDiskTraffic> otherDisks) {

    Sample with(Optional<OtherDiskTraffic> traffic) {
      return new Sample(nanos, own, broker, gcMillis, machine, traffic);
    }
  }

  /** Both processes over one interval. */
  record Second(
      Optional<CpuUsage> own,
      Optional<CpuUsage> broker,
      OptionalLong brokerRssBytes,
      BrokerMetrics metrics,
      MachineInterval machine,
      HeldResources held) {

    /** The same with what the broker reported about itself. */
    Second with(BrokerMetrics reported) {
      return new Second(own, broker, brokerRssBytes, reported, machine, held);
    }
  }

  private Sample sample(long now) {
    Optional<ProcessUsage> here = here();
    Optional<ProcessUsage> own =
        watched.elsewhere.get().map(u -> here.map(u::plus).orElse(u)).or(() -> here);
    Optional<ProcessUsage> brokers = watched.brokerUsage.apply(sampler);
    own.ifPresent(usage -> peakOwnRss = Math.max(peakOwnRss, usage.rssBytes()));
    brokers.ifPresent(usage -> peakBrokerRss = Math.max(peakBrokerRss, usage.rssBytes()));
    return new Sample(
        now,
        own,
        brokers,
        gcPauses.totalMillis() + gcMillisOfWorkers,
        meter.sample(now, here, brokers, watched.besideUsage.apply(sampler)),
        Optional.empty());
  }

  /** All of ours here together. One that has ended keeps the CPU time it had, and no memory. */
  private Optional<ProcessUsage> here() {
    Optional<ProcessUsage> sum = Optional.empty();
    for (long pid : watched.ownPids) {
      ProcessUsage before = lastOfEach.get(pid);
      Optional<ProcessUsage> usage =
          sampler
              .sampleAlone(pid)
              .or(() -> Optional.ofNullable(before).map(ProcessUsage::withoutMemory));
      usage.ifPresent(present -> lastOfEach.put(pid, present));
      Optional<ProcessUsage> others = sum;
      sum = usage.map(u -> others.map(u::plus).orElse(u)).or(() -> others);
    }
    return sum;
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
        BrokerMetrics.NONE,
        MachineMeter.interval(before.machine, last.machine),
        heldNow());
  }

  private HeldResources heldNow() {
    boolean here = watched.elsewhere.get().isEmpty();
    List<Long> brokerPids = watched.brokerPids.apply(sampler);
    boolean apart = brokerPids.stream().noneMatch(watched.ownPids::contains);
    return new HeldResources(
        last.own.map(usage -> OptionalLong.of(usage.rssBytes())).orElse(OptionalLong.empty()),
        here && watched.ownPids.size() == 1 ? heap.newest() : OptionalLong.empty(),
        here ? sampler.holdings(watched.ownPids) : ProcessHoldings.UNKNOWN,
        apart ? sampler.holdings(brokerPids) : ProcessHoldings.UNKNOWN);
  }

  void markConnectStart(long now) {
    connectStart = sample(now).with(meter.otherDiskTraffic());
  }

  void markConnectEnd(long now) {
    connectEnd = sample(now).with(meter.otherDiskTraffic());
  }

  /** CPU time of ours while clients connected; empty where it is not known well enough. */
  public OptionalDouble ownConnectSeconds() {
    return connectEnd == null
        ? OptionalDouble.empty()
        : seconds(between(connectStart, connectEnd, connectStart.own, connectEnd.own));
  }

  /** The same of the broker. */
  public OptionalDouble brokerConnectSeconds() {
    return connectEnd == null
        ? OptionalDouble.empty()
        : seconds(between(connectStart, connectEnd, connectStart.broker, connectEnd.broker));
  }

  private static OptionalDouble seconds(Optional<CpuUsage> usage) {
    return usage
        .filter(CpuUsage::isKnown)
        .map(u -> OptionalDouble.of(u.seconds()))
        .orElse(OptionalDouble.empty());
  }

  public void markSteadyStart(long now) {
    steadyStart = sample(now).with(meter.otherDiskTraffic());
  }

  public void markSteadyEnd(long now) {
    if (steadyEnd == null) {
      steadyEnd = sample(now);
    }
  }

  /** Whether a thread of the broker waits for a disk now; false where its processes are unknown. */
  public boolean brokerWaitsForDisk() {
    return meter.brokerWaitsForDisk();
  }

  /**
   * After {@link #markSteadyEnd}. Takes longer than a sample: for when the end of the steady state
   * has been announced.
   */
  public void markOthersEnd() {
    steadyEnd = steadyEnd.with(meter.otherDiskTraffic());
  }

  /** The machine over the steady state, with what other work held up; empty before its end. */
  public Optional<Machine> steadyMachine() {
    return steady() ? Optional.of(machine(steadyStart, steadyEnd)) : Optional.empty();
  }

  /** The machine while clients connected, likewise. */
  public Optional<Machine> connectMachine() {
    return connectEnd == null ? Optional.empty() : Optional.of(machine(connectStart, connectEnd));
  }

  private Machine machine(Sample from, Sample to) {
    Machine found = meter.machine(from.machine, to.machine, from.otherDisks, to.otherDisks);
    return found.withDisturbedBy(Disturbance.of(found, whoIsHere()));
  }

  /**
   * Who may use this machine: the broker in its own processes or in this one, the load likewise.
   */
  private Optional<AffectedSide> whoIsHere() {
    boolean broker = watched.brokerMayBeHere || !watched.brokerPids.apply(sampler).isEmpty();
    if (carriesLoad() || !watched.ownAreKnown) {
      return Optional.of(broker ? AffectedSide.BOTH : AffectedSide.GENERATOR);
    }
    return broker ? Optional.of(AffectedSide.BROKER) : Optional.empty();
  }

  private boolean carriesLoad() {
    return watched.ownPids.size() > 1 || watched.elsewhere.get().isEmpty();
  }

  public Optional<CpuUsage> ownSteady() {
    return steady()
        ? between(steadyStart, steadyEnd, steadyStart.own, steadyEnd.own)
            .map(
                used ->
                    new CpuUsage(
                        used.cpuNanos(), used.elapsedNanos(), watched.ownCores, used.errorNanos()))
        : Optional.empty();
  }

  public Optional<CpuUsage> brokerSteady() {
    return steady()
        ? between(steadyStart, steadyEnd, steadyStart.broker, steadyEnd.broker)
        : Optional.empty();
  }

  public double steadyGcMillis() {
    return steady() ? steadyEnd.gcMillis - steadyStart.gcMillis : 0;
  }

  public long peakOwnRssBytes() {
    return peakOwnRss;
  }

  public long peakBrokerRssBytes() {
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
