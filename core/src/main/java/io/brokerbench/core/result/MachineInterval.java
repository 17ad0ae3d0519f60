package io.brokerbench.core.result;

import java.util.OptionalDouble;

/**
 * The machine in one second of a run; absent is what the kernel does not report.
 *
 * @param otherCpuCores cores that were busy with neither broker nor tool; absent where that is not
 *     known
 * @param stealCores cores that a hypervisor gave to others, likewise
 * @param pressure of the whole machine
 */
public record MachineInterval(
    OptionalDouble otherCpuCores, OptionalDouble stealCores, Pressure pressure) {

  /** One of which nothing is known. */
  public static final MachineInterval UNKNOWN =
      new MachineInterval(OptionalDouble.empty(), OptionalDouble.empty(), Pressure.UNKNOWN);
}
