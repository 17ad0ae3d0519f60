package io.brokerbench.core.telemetry;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Counters of the whole machine since it started. What the kernel does not report is empty.
 *
 * @param cpu time of all logical processors
 * @param pressure time in which tasks were stalled
 * @param diskBytes read from and written to whole disks
 * @param usedMemoryBytes memory that is not available to a new process; no counter, but a level
 */
public record MachineReading(
    Optional<CpuTime> cpu, Stalls pressure, OptionalLong diskBytes, OptionalLong usedMemoryBytes) {

  /** A machine of which nothing is known. */
  public static final MachineReading UNKNOWN =
      new MachineReading(
          Optional.empty(), Stalls.UNKNOWN, OptionalLong.empty(), OptionalLong.empty());

  /**
   * Time of all logical processors together.
   *
   * @param cores logical processors of the machine, whatever this process may use of them
   * @param busyNanos time that they ran programs and the kernel for them, without that of
   *     interrupts, which belongs to no process
   * @param stealNanos time in which a hypervisor ran something else instead
   */
  public record CpuTime(int cores, long busyNanos, long stealNanos) {}

  /**
   * Pressure stall information: microseconds in which some tasks, or all that were not idle, waited
   * for a resource.
   *
   * @param cpuSome for a CPU, some tasks
   * @param ioSome for a disk, some tasks
   * @param ioFull for a disk, all tasks
   * @param memorySome for memory, some tasks
   * @param memoryFull for memory, all tasks
   */
  public record Stalls(
      OptionalLong cpuSome,
      OptionalLong ioSome,
      OptionalLong ioFull,
      OptionalLong memorySome,
      OptionalLong memoryFull) {

    /** Where the kernel does not count it. */
    public static final Stalls UNKNOWN =
        new Stalls(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());
  }
}
