package io.brokerbench.core.engine.stage;

import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Machine.CpuWait;
import io.brokerbench.core.result.Machine.Disk;
import io.brokerbench.core.result.Machine.Memory;
import io.brokerbench.core.result.Machine.Network;
import io.brokerbench.core.result.MachineInterval;
import io.brokerbench.core.result.Pressure;
import io.brokerbench.core.telemetry.GroupReading;
import io.brokerbench.core.telemetry.GroupReading.ThreadTimes;
import io.brokerbench.core.telemetry.GroupReading.Traffic;
import io.brokerbench.core.telemetry.GroupSampler;
import io.brokerbench.core.telemetry.GroupSampler.OtherDiskTraffic;
import io.brokerbench.core.telemetry.MachineReading;
import io.brokerbench.core.telemetry.MachineReading.Stalls;
import io.brokerbench.core.telemetry.MachineSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Follows the machine beside broker and tool. Belongs to the rig's thread.
 *
 * <p>What is neither the broker's nor the tool's is other work, but for the broker of a run that
 * the tool makes beside. So a broker or a part of the tool on this machine whose process is not
 * known makes other work unknown too.
 */
final class MachineMeter {

  /** The parts of a run on this machine. */
  interface MeasuredProcesses {

    /** Processes of the broker now; empty where none is known. */
    List<Long> broker();

    /** Processes of the broker of a run that the tool makes beside. */
    List<Long> beside();

    /** Processes of the tool. */
    List<Long> tool();

    /** Whether all processes of the tool on this machine are among them. */
    boolean isToolKnown();

    /** Whether the broker may use this machine. */
    boolean brokerMayBeHere();

    /** Whether the broker beside may. */
    boolean besideMayBeHere();

    /** Whether the tool's processes here carry the clients. */
    boolean generatorIsHere();
  }

  /** Bytes that a disk moves at most for each byte of a process: small writes, each synced. */
  private static final long MOST_PER_BYTE = 10;

  private final MachineSampler sampler = MachineSampler.ofThisMachine();
  private final GroupSampler brokerGroup = new GroupSampler();
  private final GroupSampler toolGroup = new GroupSampler();
  private final MeasuredProcesses processes;

  MachineMeter(MeasuredProcesses processes) {
    this.processes = processes;
  }

  /**
   * Counters at one instant.
   *
   * @param nanos the instant
   * @param machine of the whole machine
   * @param broker of the broker's processes
   * @param tool of the tool's processes
   * @param ownCpuNanos of broker and tool, and of the broker beside, together; empty where that of
   *     one here is not known
   * @param ownRssBytes memory of all of them
   */
  record Sample(
      long nanos,
      MachineReading machine,
      GroupReading broker,
      GroupReading tool,
      OptionalLong ownCpuNanos,
      long ownRssBytes) {}

  /** Whether a thread of the broker waits for a disk at this moment. */
  boolean brokerWaitsForDisk() {
    return brokerGroup.waitsForDisk(processes.broker());
  }

  /** All counters now. */
  Sample sample(
      long now,
      Optional<ProcessUsage> tool,
      Optional<ProcessUsage> broker,
      Optional<ProcessUsage> beside) {
    boolean known =
        tool.isPresent()
            && processes.isToolKnown()
            && (broker.isPresent() || !processes.brokerMayBeHere())
            && (beside.isPresent() || !processes.besideMayBeHere());
    Function<Optional<ProcessUsage>, Long> cpu = u -> u.map(ProcessUsage::cpuNanos).orElse(0L);
    Function<Optional<ProcessUsage>, Long> rss = u -> u.map(ProcessUsage::rssBytes).orElse(0L);
    return new Sample(
        now,
        sampler.read(),
        brokerGroup.read(processes.broker()),
        toolGroup.read(processes.tool()),
        known
            ? OptionalLong.of(cpu.apply(tool) + cpu.apply(broker) + cpu.apply(beside))
            : OptionalLong.empty(),
        rss.apply(tool) + rss.apply(broker) + rss.apply(beside));
  }

  /** Disk bytes of all other processes so far; looks at every process of the machine. */
  Optional<OtherDiskTraffic> otherDiskTraffic() {
    if (!processes.isToolKnown()) {
      return Optional.empty();
    }
    List<Long> own = new ArrayList<>(processes.broker());
    own.addAll(processes.beside());
    own.addAll(processes.tool());
    return toolGroup.otherDiskTraffic(own);
  }

  /** A second of the timeline. */
  static MachineInterval interval(Sample from, Sample to) {
    Span span = new Span(from, to);
    return new MachineInterval(
        span.otherCores(),
        span.stealCores(),
        span.pressure(from.machine.pressure(), to.machine.pressure()));
  }

  /**
   * What there was between two samples, without findings.
   *
   * @param before what other processes had moved before it
   * @param after what they had moved after it
   */
  Machine machine(
      Sample from, Sample to, Optional<OtherDiskTraffic> before, Optional<OtherDiskTraffic> after) {
    Span span = new Span(from, to);
    OptionalLong others = both(before, after, span::otherDiskBytes).orElse(OptionalLong.empty());
    return span.machine(processes.generatorIsHere(), others);
  }

  private static <A, B> Optional<B> both(
      Optional<A> first, Optional<A> last, BiFunction<A, A, B> difference) {
    return first.flatMap(a -> last.map(b -> difference.apply(a, b)));
  }

  /** The difference of two samples. */
  private record Span(Sample from, Sample to) {

    Machine machine(boolean generatorIsHere, OptionalLong otherDiskBytes) {
      return new Machine(
          nanos() / 1e9,
          to.machine
              .cpu()
              .map(cpu -> cpu.cores())
              .orElse(Runtime.getRuntime().availableProcessors()),
          otherCores(),
          ownCores(),
          stealCores(),
          pressure(from.machine.pressure(), to.machine.pressure()),
          both(from.broker.pressure(), to.broker.pressure(), this::pressure),
          both(from.broker.threads(), to.broker.threads(), this::wait),
          generatorIsHere
              ? both(from.tool.threads(), to.tool.threads(), this::wait)
              : Optional.empty(),
          disk(otherDiskBytes),
          both(from.broker.network(), to.broker.network(), Span::difference)
              .map(traffic -> new Network(traffic.inBytes(), traffic.outBytes())),
          memory(),
          List.of());
    }

    private long nanos() {
      return Math.max(0, to.nanos - from.nanos);
    }

    private OptionalDouble cores(long cpuNanos) {
      return nanos() == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(Math.max(0, (double) cpuNanos / nanos()));
    }

    private OptionalDouble ownCores() {
      return from.ownCpuNanos.isPresent() && to.ownCpuNanos.isPresent()
          ? cores(to.ownCpuNanos.getAsLong() - from.ownCpuNanos.getAsLong())
          : OptionalDouble.empty();
    }

    OptionalDouble otherCores() {
      OptionalDouble busy = cpu(MachineReading.CpuTime::busyNanos);
      OptionalDouble own = ownCores();
      return busy.isPresent() && own.isPresent()
          ? OptionalDouble.of(Math.max(0, busy.getAsDouble() - own.getAsDouble()))
          : OptionalDouble.empty();
    }

    OptionalDouble stealCores() {
      return cpu(MachineReading.CpuTime::stealNanos);
    }

    private OptionalDouble cpu(Function<MachineReading.CpuTime, Long> counter) {
      return both(
              from.machine.cpu(),
              to.machine.cpu(),
              (first, last) -> cores(counter.apply(last) - counter.apply(first)))
          .orElse(OptionalDouble.empty());
    }

    Pressure pressure(Stalls first, Stalls last) {
      return new Pressure(
          share(first.cpuSome(), last.cpuSome()),
          share(first.ioSome(), last.ioSome()),
          share(first.ioFull(), last.ioFull()),
          share(first.memorySome(), last.memorySome()),
          share(first.memoryFull(), last.memoryFull()));
    }

    private OptionalDouble share(OptionalLong first, OptionalLong last) {
      if (first.isEmpty() || last.isEmpty() || nanos() == 0) {
        return OptionalDouble.empty();
      }
      double share = (last.getAsLong() - first.getAsLong()) * 1e3 / nanos();
      return OptionalDouble.of(Math.min(1, Math.max(0, share)));
    }

    private CpuWait wait(ThreadTimes first, ThreadTimes last) {
      double ran = Math.max(0, last.runNanos() - first.runNanos());
      double waited = Math.max(0, last.waitNanos() - first.waitNanos());
      return new CpuWait(
          ran + waited == 0 ? 0 : waited / (ran + waited), nanos() == 0 ? 0 : waited / nanos());
    }

    private Disk disk(OptionalLong otherBytes) {
      Optional<Traffic> broker = both(from.broker.disk(), to.broker.disk(), Span::difference);
      Optional<Traffic> tool = both(from.tool.disk(), to.tool.disk(), Span::difference);
      return new Disk(
          number(broker.map(Traffic::inBytes)),
          number(broker.map(Traffic::outBytes)),
          number(tool.map(traffic -> traffic.inBytes() + traffic.outBytes())),
          otherBytes,
          from.machine.diskBytes().isPresent() && to.machine.diskBytes().isPresent()
              ? OptionalLong.of(
                  Math.max(
                      0, to.machine.diskBytes().getAsLong() - from.machine.diskBytes().getAsLong()))
              : OptionalLong.empty());
    }

    /**
     * Where some processes may not be looked at, what the disks moved is theirs as far as it is
     * more than broker and tool, with the journal for what they write, can have moved.
     */
    OptionalLong otherDiskBytes(OtherDiskTraffic before, OtherDiskTraffic after) {
      long seen = Math.max(0, after.bytes() - before.bytes());
      Disk known = disk(OptionalLong.empty());
      long own =
          known.brokerReadBytes().orElse(0)
              + known.brokerWrittenBytes().orElse(0)
              + known.generatorBytes().orElse(0);
      boolean all = after.complete() || known.machineBytes().isEmpty();
      long hidden = all ? 0 : known.machineBytes().getAsLong() - seen - MOST_PER_BYTE * own;
      return OptionalLong.of(seen + Math.max(0, hidden));
    }

    private Memory memory() {
      OptionalLong used = to.machine.usedMemoryBytes();
      boolean known = used.isPresent() && to.ownCpuNanos.isPresent();
      return new Memory(
          to.ownCpuNanos.isPresent() ? OptionalLong.of(to.ownRssBytes) : OptionalLong.empty(),
          known
              ? OptionalLong.of(Math.max(0, used.getAsLong() - to.ownRssBytes))
              : OptionalLong.empty());
    }

    private static Traffic difference(Traffic first, Traffic last) {
      return new Traffic(
          Math.max(0, last.inBytes() - first.inBytes()),
          Math.max(0, last.outBytes() - first.outBytes()));
    }

    private static OptionalLong number(Optional<Long> value) {
      return value.map(OptionalLong::of).orElse(OptionalLong.empty());
    }
  }
}
