package io.brokerbench.cluster;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.assignment.ClockReading;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.infinispan.remoting.transport.Address;

/**
 * Finds how far a member's clock is from ours, from round trips: its reading was made at some time
 * between our question and its answer. The shortest of them says it best, as what makes a round
 * trip longer than another one is a wait at an unknown place. Whatever that place was, the error is
 * at most half of the round trip.
 */
record ClockProbe(ClusterNode node, NanoClock clock) {

  private static final int ROUNDS = 60;
  private static final long MOST_NANOS = 600_000_000L;
  private static final long TIMEOUT_MILLIS = 2_000;

  /** Reads it, within a second or two; empty where it does not answer. */
  CompletableFuture<Optional<ClockReading>> read(Address member) {
    return round(member, ROUNDS, clock.nanoTime(), Optional.empty())
        .exceptionally(error -> Optional.empty());
  }

  private CompletableFuture<Optional<ClockReading>> round(
      Address member, int left, long begin, Optional<ClockReading> best) {
    long before = clock.nanoTime();
    if (left == 0 || (best.isPresent() && before - begin > MOST_NANOS)) {
      return CompletableFuture.completedFuture(best);
    }
    return node.ask(member, new Request.Clock(), TIMEOUT_MILLIS)
        .thenComposeAsync(
            reply -> {
              Optional<ClockReading> better = better(best, before, reply, clock.nanoTime());
              return round(member, left - 1, begin, better);
            },
            Runnable::run)
        // An answer that is lost takes nothing from those that came.
        .exceptionallyCompose(
            error ->
                best.isPresent()
                    ? CompletableFuture.completedFuture(best)
                    : CompletableFuture.failedFuture(error));
  }

  private static Optional<ClockReading> better(
      Optional<ClockReading> best, long before, Reply reply, long after) {
    if (!(reply instanceof Reply.Time time)) {
      return best;
    }
    ClockReading reading = reading(before, time.nanos(), after);
    return best.filter(known -> known.errorNanos() <= reading.errorNanos())
        .or(() -> Optional.of(reading));
  }

  /** What one round trip says. */
  static ClockReading reading(long before, long other, long after) {
    long half = (after - before + 1) / 2;
    return new ClockReading(other - before - half, half);
  }
}
