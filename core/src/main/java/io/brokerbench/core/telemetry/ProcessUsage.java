package io.brokerbench.core.telemetry;

/**
 * What a process has used and holds, at one instant.
 *
 * @param cpuNanos user and system time since it started, nanoseconds
 * @param rssBytes resident memory
 */
public record ProcessUsage(long cpuNanos, long rssBytes) {

  /** Of two processes together. */
  public ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(cpuNanos + other.cpuNanos, rssBytes + other.rssBytes);
  }
}
