package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The most that a broker may take of this machine; absent for all there is.
 *
 * @param cpus processor time, in cores, such as 1.5; absent for all
 * @param memoryBytes memory, without any of it on disk; absent for all
 */
public record ResourceLimits(
    @Bounds(min = ResourceLimits.LEAST_CPUS) OptionalDouble cpus,
    @Bounds(min = ResourceLimits.LEAST_MEMORY) OptionalLong memoryBytes) {

  /** All that there is. */
  public static final ResourceLimits NONE =
      new ResourceLimits(OptionalDouble.empty(), OptionalLong.empty());

  /** The least that Docker accepts. */
  static final double LEAST_CPUS = 0.01;

  /** The least that Docker accepts. */
  static final long LEAST_MEMORY = 6L << 20;

  /** Checks the limits. */
  public ResourceLimits {
    Objects.requireNonNull(cpus, "cpus");
    Objects.requireNonNull(memoryBytes, "memoryBytes");
    if (cpus.isPresent() && !(cpus.getAsDouble() >= LEAST_CPUS)) {
      throw new DefinitionException("limits.cpus", "at least " + LEAST_CPUS, cpus.getAsDouble());
    }
    if (memoryBytes.isPresent() && memoryBytes.getAsLong() < LEAST_MEMORY) {
      throw new DefinitionException(
          "limits.memoryBytes",
          "at least " + LEAST_MEMORY + " bytes (6m)",
          memoryBytes.getAsLong());
    }
  }

  /**
   * The same, if this machine has that much; the limits of a result apply to another machine.
   *
   * @throws DefinitionException if not
   */
  public ResourceLimits here() {
    int most = Runtime.getRuntime().availableProcessors();
    if (cpus.isPresent() && cpus.getAsDouble() > most) {
      throw new DefinitionException(
          "limits.cpus", "between 0.01 and the " + most + " of this machine", cpus.getAsDouble());
    }
    return this;
  }

  /** {@code 1.5 cores and 537 MB}; empty for all there is. */
  public String text() {
    List<String> parts = new ArrayList<>();
    cpus.ifPresent(n -> parts.add(NumberText.exact(n) + (n == 1 ? " core" : " cores")));
    memoryBytes.ifPresent(bytes -> parts.add(NumberText.bytes(bytes)));
    return String.join(" and ", parts);
  }

  /** Whether there is any. */
  public boolean any() {
    return cpus.isPresent() || memoryBytes.isPresent();
  }
}
