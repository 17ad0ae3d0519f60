package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import java.util.OptionalDouble;

/**
 * Pressure stall information: shares of a time, from 0 to 1, in which tasks waited for a resource.
 * Absent where the kernel does not count it.
 *
 * @param cpuSome some tasks waited for a CPU
 * @param ioSome some tasks waited for a disk
 * @param ioFull all tasks that were not idle waited for a disk
 * @param memorySome some tasks waited for memory
 * @param memoryFull all tasks that were not idle waited for memory
 */
@Bounds(max = 1)
public record Pressure(
    OptionalDouble cpuSome,
    OptionalDouble ioSome,
    OptionalDouble ioFull,
    OptionalDouble memorySome,
    OptionalDouble memoryFull) {

  /** Where the kernel counts none of it. */
  public static final Pressure UNKNOWN =
      new Pressure(
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          OptionalDouble.empty());
}
