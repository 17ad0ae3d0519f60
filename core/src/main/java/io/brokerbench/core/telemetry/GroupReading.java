package io.brokerbench.core.telemetry;

import io.brokerbench.core.telemetry.MachineReading.Stalls;
import java.util.Optional;

/**
 * What a set of processes did and waited for since its sampler was made; never falls. What the
 * kernel does not report is empty.
 *
 * @param threads time of all their threads
 * @param disk bytes that they read and wrote
 * @param network bytes of their network namespace, where it is not ours
 * @param pressure stalls of the control group of the first of them, where it is not ours
 */
public record GroupReading(
    Optional<ThreadTimes> threads,
    Optional<Traffic> disk,
    Optional<Traffic> network,
    Optional<Stalls> pressure) {

  /** Processes of which nothing is known. */
  public static final GroupReading UNKNOWN =
      new GroupReading(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Time of threads.
   *
   * @param runNanos on a CPU
   * @param waitNanos ready to run, without a CPU
   */
  public record ThreadTimes(long runNanos, long waitNanos) {}

  /**
   * Bytes in both directions.
   *
   * @param inBytes read, or received
   * @param outBytes written, or sent
   */
  public record Traffic(long inBytes, long outBytes) {

    /** Of two together. */
    public Traffic plus(Traffic other) {
      return new Traffic(inBytes + other.inBytes, outBytes + other.outBytes);
    }
  }
}
