package io.brokerbench.core.telemetry;

/**
 * What a process has used and holds, at one instant.
 *
 * @param cpuNanos user and system time since it started, nanoseconds
 * @param rssBytes resident memory
 * @param errorNanos by how much the CPU time may be too low, as its source counts in coarse units
 * @param ended what {@code cpuNanos} has of children that have ended
 */
public record ProcessUsage(long cpuNanos, long rssBytes, long errorNanos, Ended ended) {

  /**
   * Children that have ended. Their time may count in coarser units than that of those that run,
   * but where none ended between two samples the difference of these does not have that error.
   *
   * @param mark changes whenever one ends
   * @param errorNanos by how much their time may be too low
   */
  public record Ended(long mark, long errorNanos) {

    /** No children, or their time counts as that of the process does. */
    public static final Ended NONE = new Ended(0, 0);

    private Ended plus(Ended other) {
      return new Ended(mark + other.mark, errorNanos + other.errorNanos);
    }
  }

  /** Of a process whose children do not count, or count as it does. */
  public ProcessUsage(long cpuNanos, long rssBytes, long errorNanos) {
    this(cpuNanos, rssBytes, errorNanos, Ended.NONE);
  }

  /** From a source that counts finely. */
  public ProcessUsage(long cpuNanos, long rssBytes) {
    this(cpuNanos, rssBytes, 0);
  }

  /** Of two processes together. */
  public ProcessUsage plus(ProcessUsage other) {
    return new ProcessUsage(
        cpuNanos + other.cpuNanos,
        rssBytes + other.rssBytes,
        errorNanos + other.errorNanos,
        ended.plus(other.ended));
  }

  /** The same of a process that has ended, and holds no memory. */
  public ProcessUsage withoutMemory() {
    return new ProcessUsage(cpuNanos, 0, errorNanos, ended);
  }

  /** By how much the CPU time from here to a later sample may be wrong. */
  long errorUntil(ProcessUsage later) {
    return Math.max(errorNanos, later.errorNanos)
        + (ended.mark == later.ended.mark ? 0 : Math.max(ended.errorNanos, later.ended.errorNanos));
  }
}
