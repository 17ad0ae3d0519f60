package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.telemetry.MachineReading;
import io.brokerbench.core.telemetry.MachineReading.CpuTime;
import io.brokerbench.core.telemetry.MachineSampler;
import io.brokerbench.core.telemetry.ProcessSampler;
import io.brokerbench.core.telemetry.ProcessUsage;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks whether other work keeps this machine busy, while a broker starts: from {@link #watch} to
 * {@link #warning}.
 *
 * <p>What this process, its children and the broker use is not other work. A start that is too
 * short to see anything is waited for only where the system's load is high.
 */
public final class BusyMachine {

  /** Share of the machine's cores from which on there is a warning. */
  public static final double LEAST_SHARE = 0.2;

  private static final double HALF = 0.5;

  /** Counters of the kernel step by 10 ms: in less than that, they say too little. */
  private static final long WINDOW_NANOS = 300_000_000;

  private static final BusyMachine UNWATCHED =
      new BusyMachine(() -> MachineReading.UNKNOWN, () -> 0, OptionalDouble.empty());

  private final MachineSampler machine;
  private final NanoClock clock;
  private final OptionalDouble load;
  private final long startNanos;
  private final Optional<CpuTime> before;
  private final Optional<ProcessUsage> ownBefore;

  private BusyMachine(MachineSampler machine, NanoClock clock, OptionalDouble load) {
    this.machine = machine;
    this.clock = clock;
    this.load = load;
    this.startNanos = clock.nanoTime();
    this.before = machine.read().cpu();
    this.ownBefore = before.flatMap(cpu -> own());
  }

  /** Begins to look. */
  public static BusyMachine watch() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return new BusyMachine(
        MachineSampler.ofThisMachine(),
        NanoClock.SYSTEM,
        load < 0 ? OptionalDouble.empty() : OptionalDouble.of(load));
  }

  /** One that looks at nothing and never warns. */
  public static BusyMachine unwatched() {
    return UNWATCHED;
  }

  /** With children, such as the broker: a fresh sampler knows those of this moment. */
  private static Optional<ProcessUsage> own() {
    return ProcessSampler.ofThisMachine().sample(ProcessHandle.current().pid());
  }

  /** What to say to a person, without a label; empty where other work takes little. */
  public Optional<String> warning(Broker broker) {
    if (before.isEmpty() || ownBefore.isEmpty()) {
      return Optional.empty();
    }
    int cores = before.get().cores();
    long left = WINDOW_NANOS - (clock.nanoTime() - startNanos);
    if (left > 0 && load.orElse(0) >= LEAST_SHARE * cores) {
      LockSupport.parkNanos(left);
    }
    OptionalDouble others = otherCores(elsewhere(broker));
    return others.isEmpty() ? Optional.empty() : text(others.getAsDouble(), cores, load);
  }

  /**
   * Cores that other work has used since the start, on average; empty where that is not known, or
   * was too short to see. Only what this process and its children use is not other work.
   */
  public OptionalDouble otherCores() {
    return otherCores(0);
  }

  private OptionalDouble otherCores(double brokerNanos) {
    long elapsed = clock.nanoTime() - startNanos;
    Optional<CpuTime> after = machine.read().cpu();
    Optional<ProcessUsage> ownAfter = own();
    if (elapsed < WINDOW_NANOS / 2
        || before.isEmpty()
        || ownBefore.isEmpty()
        || after.isEmpty()
        || ownAfter.isEmpty()) {
      return OptionalDouble.empty();
    }
    double busy =
        after.get().busyNanos()
            + after.get().stealNanos()
            - before.get().busyNanos()
            - before.get().stealNanos();
    double own = ownAfter.get().cpuNanos() - ownBefore.get().cpuNanos() + brokerNanos;
    return OptionalDouble.of(Math.max(0, busy - own) / elapsed);
  }

  /**
   * Whether other work uses half of this machine or more at this moment. Looks for a sixth of a
   * second; false where that cannot be seen.
   */
  public static boolean isHalfTaken() {
    BusyMachine now = watch();
    LockSupport.parkNanos(WINDOW_NANOS / 2 + WINDOW_NANOS / 20);
    double others = now.otherCores(0).orElse(0);
    return now.before.isPresent() && others >= HALF * now.before.get().cores();
  }

  /** CPU of a broker that is not a child of ours, such as one in a container. */
  private static double elsewhere(Broker broker) {
    ProcessSampler sampler = ProcessSampler.ofThisMachine();
    long self = ProcessHandle.current().pid();
    boolean child =
        broker.pid().isPresent() && sampler.family(self).contains(broker.pid().getAsLong());
    return child ? 0 : broker.usage(sampler).map(ProcessUsage::cpuNanos).orElse(0L);
  }

  /** {@code busy: other processes use 1.7 of 2 cores (load 19); results may be DISTURBED}. */
  static Optional<String> text(double otherCores, int cores, OptionalDouble load) {
    if (otherCores < LEAST_SHARE * cores) {
      return Optional.empty();
    }
    String known =
        load.isEmpty() ? "" : String.format(Locale.ROOT, " (load %.0f)", load.getAsDouble());
    return Optional.of(
        String.format(
            Locale.ROOT,
            "busy: other processes use %.1f of %s%s; results may be DISTURBED",
            otherCores,
            NumberText.counted(cores, "core"),
            known));
  }
}
