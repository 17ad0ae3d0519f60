package io.brokerbench.core.network;

import io.brokerbench.core.scenario.NetworkConditions;
import java.util.SplittableRandom;

/**
 * One direction of a network that all connections share: says when bytes arrive. Confined to the
 * relay's thread.
 */
final class RelayLink {

  private static final double BITS_PER_BYTE = 8;

  private final long latencyNanos;
  private final long jitterNanos;
  private final double nanosPerByte;
  private final SplittableRandom random;
  private long freeNanos = Long.MIN_VALUE;

  RelayLink(NetworkConditions conditions, long seed) {
    this.latencyNanos = conditions.latency().toNanos();
    this.jitterNanos = conditions.jitter().toNanos();
    this.nanosPerByte =
        conditions.bitsPerSecond().map(bits -> BITS_PER_BYTE * 1e9 / bits).orElse(0.0);
    this.random = new SplittableRandom(seed);
  }

  /**
   * When bytes that are sent now arrive.
   *
   * @param notBefore arrival of the bytes before them on the same connection, which they cannot
   *     overtake
   */
  long arrival(long now, int bytes, long notBefore) {
    freeNanos = Math.max(freeNanos, now) + (long) Math.ceil(bytes * nanosPerByte);
    long jitter = jitterNanos == 0 ? 0 : random.nextLong(-jitterNanos, jitterNanos + 1);
    return Math.max(notBefore, freeNanos + latencyNanos + jitter);
  }
}
