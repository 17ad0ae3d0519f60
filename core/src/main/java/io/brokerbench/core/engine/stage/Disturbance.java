package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.result.Machine;
import io.brokerbench.core.result.Machine.AffectedSide;
import io.brokerbench.core.result.Machine.Cause;
import io.brokerbench.core.result.Machine.CpuWait;
import io.brokerbench.core.result.Machine.Disk;
import io.brokerbench.core.result.Machine.Finding;
import io.brokerbench.core.result.Pressure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Decides whether other work held up broker or generator, and by what.
 *
 * <p>Waiting alone proves nothing: a broker that uses all cores waits for itself, and so does one
 * that syncs its journal to a disk of its own. So each rule has two conditions: broker or generator
 * waited, and other processes used what they waited for. What is not known is no finding.
 */
public final class Disturbance {

  /** Greatest share of its threads' time that a party may wait for CPUs that others use. */
  public static final double CPU_LIMIT = 0.10;

  /** Cores that others use at least where they can be a cause. */
  public static final double LEAST_OTHER_CORES = 0.1;

  /** Share of the machine's cores that are in use at least where one can wait for another. */
  public static final double LEAST_BUSY_SHARE = 0.5;

  /** Threads that wait at a time at least; below, there is too little to take a share of. */
  public static final double LEAST_WAITING_THREADS = 0.01;

  /** Greatest share of the machine's CPU time that a hypervisor may give to others. */
  public static final double STEAL_LIMIT = 0.05;

  /** Greatest share of the time in which tasks may wait for a disk that others keep busy. */
  public static final double DISK_LIMIT = 0.10;

  /** Bytes per second that others move at least where they can be the cause of such waits. */
  public static final double LEAST_OTHER_DISK_BYTES = 1_000_000;

  /** Share of the bytes that processes move, from which on others are the cause. */
  public static final double OTHER_DISK_SHARE = 0.5;

  /** A broker that moves less per second than one page has no use for a disk. */
  public static final double LEAST_BROKER_DISK_BYTES = 4096;

  /** Greatest share of the time in which tasks may wait for memory that others hold. */
  public static final double MEMORY_LIMIT = 0.05;

  private final Machine machine;
  private final List<Finding> findings = new ArrayList<>();

  private Disturbance(Machine machine) {
    this.machine = machine;
  }

  /**
   * What other work held up, the processors first; empty if nothing by more than its limit.
   *
   * @param here who may use this machine; empty for a machine that carries neither broker nor load
   */
  public static List<Finding> of(Machine machine, Optional<AffectedSide> here) {
    Disturbance disturbance = new Disturbance(machine);
    here.ifPresent(disturbance::steal);
    disturbance.cpu();
    disturbance.disk();
    here.ifPresent(disturbance::memory);
    return List.copyOf(disturbance.findings);
  }

  private void steal(AffectedSide here) {
    double share = machine.stealCores().orElse(0) / machine.cores();
    if (share > STEAL_LIMIT) {
      find(
          Cause.STEAL,
          here,
          share,
          STEAL_LIMIT,
          NumberText.sentence(
              "the hypervisor gave %.0f %% of this machine's CPU time to others", 100 * share));
    }
  }

  private void cpu() {
    if (machine.otherCpuCores().isEmpty() || machine.ownCpuCores().isEmpty()) {
      return;
    }
    double steal = machine.stealCores().orElse(0);
    double others = machine.otherCpuCores().getAsDouble() + steal;
    double own = machine.ownCpuCores().getAsDouble();
    if (others >= LEAST_OTHER_CORES && (others + own) / machine.cores() >= LEAST_BUSY_SHARE) {
      double due = others / (others + own);
      cpu(machine.brokerCpuWait(), AffectedSide.BROKER, "broker", others, due);
      cpu(machine.generatorCpuWait(), AffectedSide.GENERATOR, "generator", others, due);
    }
  }

  private void cpu(
      Optional<CpuWait> wait, AffectedSide who, String name, double others, double due) {
    if (wait.isEmpty() || wait.get().threads() < LEAST_WAITING_THREADS) {
      return;
    }
    double share = wait.get().share() * due;
    if (share > CPU_LIMIT) {
      find(
          Cause.CPU,
          who,
          share,
          CPU_LIMIT,
          (findings.stream().anyMatch(finding -> finding.cause() == Cause.CPU)
                  ? ""
                  : NumberText.sentence(
                      "other processes took %.1f of %s cores: ", others, machine.cores()))
              + NumberText.sentence(
                  "the %s waited %.0f %% of the time for a CPU", name, 100 * wait.get().share()));
    }
  }

  /**
   * The file system's journal belongs to no process, and may be several times what a broker writes:
   * so bytes of processes are compared, and not the disk's.
   */
  private void disk() {
    Disk disk = machine.disk();
    if (disk.otherBytes().isEmpty()
        || disk.brokerReadBytes().isEmpty()
        || disk.brokerWrittenBytes().isEmpty()
        || machine.seconds() == 0) {
      return;
    }
    double others = disk.otherBytes().getAsLong() / machine.seconds();
    double broker =
        (disk.brokerReadBytes().getAsLong() + disk.brokerWrittenBytes().getAsLong())
            / machine.seconds();
    double own = broker + disk.generatorBytes().orElse(0) / machine.seconds();
    // The broker's control group, where it has one, shows whether it was the broker that waited.
    Pressure pressure = machine.brokerPressure().orElse(machine.pressure());
    double share = greatest(pressure.ioSome(), pressure.ioFull());
    if (share > DISK_LIMIT
        && broker >= LEAST_BROKER_DISK_BYTES
        && others >= LEAST_OTHER_DISK_BYTES
        && others > OTHER_DISK_SHARE * (others + own)) {
      find(
          Cause.DISK,
          AffectedSide.BROKER,
          share,
          DISK_LIMIT,
          NumberText.sentence(
              "other processes moved %.0f MB/s from and to disks, the broker %.2g MB/s: tasks"
                  + " waited %.0f %% of the time for a disk",
              others / 1e6, broker / 1e6, 100 * share));
    }
  }

  private void memory(AffectedSide here) {
    double share = greatest(machine.pressure().memorySome(), machine.pressure().memoryFull());
    if (share > MEMORY_LIMIT
        && machine.memory().otherBytes().isPresent()
        && machine.memory().otherBytes().getAsLong() > machine.memory().ownBytes().orElse(0)) {
      find(
          Cause.MEMORY,
          here,
          share,
          MEMORY_LIMIT,
          NumberText.sentence(
              "other processes hold %.1f GB of memory: tasks waited %.0f %% of the time for some",
              machine.memory().otherBytes().getAsLong() / 1e9, 100 * share));
    }
  }

  private void find(Cause cause, AffectedSide waited, double share, double limit, String text) {
    findings.add(new Finding(cause, waited, share, limit, text));
  }

  private static double greatest(OptionalDouble... shares) {
    return Stream.of(shares).flatMapToDouble(OptionalDouble::stream).max().orElse(0);
  }
}
