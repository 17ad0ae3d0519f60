package io.brokerbench.core.telemetry;

import java.util.OptionalDouble;

/**
 * CPU time used between two samples of a process.
 *
 * @param cpuNanos user and system time
 * @param elapsedNanos wall-clock time between the samples
 * @param systemCores logical processors that the machine offers
 * @param errorNanos by how much the CPU time may be wrong, as its source counts in coarse units
 */
public record CpuUsage(long cpuNanos, long elapsedNanos, int systemCores, long errorNanos) {

  /** Greatest error of a figure, as a share of it. */
  private static final double MOST_ERROR = 0.1;

  /** From a source that counts finely. */
  public CpuUsage(long cpuNanos, long elapsedNanos, int systemCores) {
    this(cpuNanos, elapsedNanos, systemCores, 0);
  }

  /** Checks the limits. */
  public CpuUsage {
    if (cpuNanos < 0 || elapsedNanos < 0 || systemCores < 1) {
      throw new IllegalArgumentException(
          "cpuNanos " + cpuNanos + ", elapsedNanos " + elapsedNanos + ", cores " + systemCores);
    }
  }

  /**
   * What was used from one sample to a later one of the same process.
   *
   * <p>Zero where the later one shows less, which happens when a child process ends unwaited for.
   */
  public static CpuUsage between(
      ProcessUsage before, ProcessUsage after, long elapsedNanos, int systemCores) {
    return new CpuUsage(
        Math.max(0, after.cpuNanos() - before.cpuNanos()),
        elapsedNanos,
        systemCores,
        before.errorUntil(after));
  }

  /**
   * Whether the CPU time is known to a tenth of itself: coarse units say little of a short time.
   */
  public boolean isKnown() {
    return errorNanos <= cpuNanos * MOST_ERROR;
  }

  /** CPU time in seconds. */
  public double seconds() {
    return cpuNanos / 1e9;
  }

  /** Cores kept busy on average; 0 where no time has passed. */
  public double cores() {
    return elapsedNanos == 0 ? 0 : (double) cpuNanos / elapsedNanos;
  }

  /** The same in percent: 100 is one core. */
  public double percentOfCore() {
    return 100 * cores();
  }

  /** The same as a share of all cores: 100 is the whole machine. */
  public double percentOfSystem() {
    return percentOfCore() / systemCores;
  }

  /** CPU time for each of a number of messages, in microseconds; 0 where there were none. */
  public double microsPerMessage(long messages) {
    return messages == 0 ? 0 : cpuNanos / 1e3 / messages;
  }

  /** The same; empty where there were none, or the CPU time is not known well enough. */
  public OptionalDouble knownMicrosPer(long count) {
    return count > 0 && isKnown()
        ? OptionalDouble.of(microsPerMessage(count))
        : OptionalDouble.empty();
  }
}
