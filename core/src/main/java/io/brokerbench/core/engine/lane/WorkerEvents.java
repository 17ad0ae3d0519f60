package io.brokerbench.core.engine.lane;

import io.brokerbench.core.engine.measure.RunException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What the lanes of a worker report about their clients. Safe for use by several threads.
 *
 * @param connected clients connected now
 * @param settled clients that were accepted or refused at their first connect
 * @param subscribed consumers that were granted their subscription
 * @param left consumers that went away as asked
 * @param returned consumers that came back
 * @param parting consumers whose session is being ended, and is not yet
 * @param answered clients whose last probe the broker has answered
 * @param failure the first thing that went wrong; later ones are suppressed on it
 */
public record WorkerEvents(
    AtomicInteger connected,
    AtomicInteger settled,
    AtomicInteger subscribed,
    AtomicInteger left,
    AtomicInteger returned,
    AtomicInteger parting,
    AtomicInteger answered,
    AtomicReference<RunException> failure) {

  /** Later failures that are kept with the first. */
  private static final int MAX_SUPPRESSED = 10;

  public WorkerEvents() {
    this(
        new AtomicInteger(),
        new AtomicInteger(),
        new AtomicInteger(),
        new AtomicInteger(),
        new AtomicInteger(),
        new AtomicInteger(),
        new AtomicInteger(),
        new AtomicReference<>());
  }

  public void fail(String message, Throwable cause) {
    RunException added = new RunException(message, cause);
    if (!failure.compareAndSet(null, added)) {
      RunException first = failure.get();
      synchronized (first) {
        if (first.getSuppressed().length < MAX_SUPPRESSED) {
          first.addSuppressed(added);
        }
      }
    }
  }

  public Optional<RunException> firstFailure() {
    return Optional.ofNullable(failure.get());
  }
}
