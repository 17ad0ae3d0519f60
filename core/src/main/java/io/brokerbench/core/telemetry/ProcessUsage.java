package io.brokerbench.core.telemetry;

/**
 * What a process has used and holds, at one instant.
 *
 * @param cpuNanos user and system time since it started, nanoseconds
 * @param rssBytes resident memory
 * @param errorNanos by how much the CPU time may be too low, as its source counts in coarse units
 */
public record ProcessUsage(long cpuNanos, long rssBytes, long errorNanos) {

  /** From a source that counts finely. */
  public ProcessUsage(long cpuNanos, long rssBytes) {
    this(cpuNanos, rssBytes, 0);
  }

  /** Of two processes together. */
  public ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(
        cpuNanos + other.cpuNanos, rssBytes + other.rssBytes, errorNanos + other.errorNanos);
  }
}
