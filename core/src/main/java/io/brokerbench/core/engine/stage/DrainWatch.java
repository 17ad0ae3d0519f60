package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.engine.worker.WorkerStatus;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Decides whether what is still missing while a run drains is shown to be gone, so that the broker
 * has lost it.
 *
 * <p>It is when all of this holds: every client is connected; no delivery, be it a repeated one, no
 * acknowledgement and no release has arrived for the quiet period; within it every client has asked
 * the broker for a sign of life and got it, so that the broker was not halted; and the broker,
 * where it reports its queues, holds no more than before the load; where they hold messages of
 * other runs too, not so many more that they could be all that is missing. Time in which the broker
 * waits for its disk is no part of the quiet period: a sign of life does not pass through the
 * journal, as messages do. Otherwise the run ends without a proof, for a stated reason.
 *
 * <p>Belongs to the rig's thread. Knows no clock: instants are handed to it.
 */
final class DrainWatch {

  /** Between two looks at the broker's threads. */
  private static final long DISK_LOOK_NANOS = 100_000_000;

  private final int clients;
  private final long quietNanos;
  private final OptionalLong queuedBefore;
  private final boolean sharesQueues;
  private final BooleanSupplier waitsForDisk;

  private long arrivals = -1;
  private long acknowledged = -1;
  private long unanswered = -1;
  private long quietSince;

  /** Time since then in which the broker waited for its disk, up to the last look at it. */
  private long heldNanos;

  private long diskLookedAt;
  private boolean asked;
  private boolean gone;
  private String doubt = "the drain was cut short";

  /**
   * A watch over a drain that begins.
   *
   * @param clients that have to be connected
   * @param quietNanos length of the quiet period
   * @param queuedBefore messages that the broker reported to hold before the load
   * @param sharesQueues whether they hold messages of other runs, too
   * @param waitsForDisk whether the broker waits for its disk at this moment
   */
  DrainWatch(
      int clients,
      long quietNanos,
      OptionalLong queuedBefore,
      boolean sharesQueues,
      BooleanSupplier waitsForDisk) {
    this.clients = clients;
    this.quietNanos = quietNanos;
    this.queuedBefore = queuedBefore;
    this.sharesQueues = sharesQueues;
    this.waitsForDisk = waitsForDisk;
  }

  /**
   * Looks at how the run stands.
   *
   * @param queued messages that the broker reports to hold now
   * @param probe asks all clients for a sign of life; called once in each quiet period
   * @return whether what is missing is shown to be gone
   */
  boolean look(long now, WorkerStatus status, OptionalLong queued, Runnable probe) {
    lookAtDisk(now);
    if (status.arrivals() != arrivals
        || status.acknowledged() != acknowledged
        || status.unanswered() != unanswered) {
      arrivals = status.arrivals();
      acknowledged = status.acknowledged();
      unanswered = status.unanswered();
      restart(now, "messages were still arriving");
    } else if (status.connected() != clients || status.away() != 0) {
      restart(
          now,
          NumberText.sentence(
              "%s of %s clients were not connected", clients - status.connected(), clients));
    } else if (holdsMore(queued, status.backlog())) {
      restart(
          now,
          NumberText.sentence("the broker reported that it held %s messages", queued.getAsLong()));
    } else if (!asked && quietFor(now) >= quietNanos / 2) {
      asked = true;
      probe.run();
    } else if (asked && status.answered() < clients) {
      doubt =
          NumberText.sentence(
              "%s of %s clients got no sign of life from the broker",
              clients - status.answered(), clients);
    } else if (asked && quietFor(now) >= quietNanos) {
      gone = true;
    } else if (now - quietSince >= quietNanos) {
      doubt = "the broker waited for its disk";
    }
    return gone;
  }

  private void lookAtDisk(long now) {
    if (now - diskLookedAt >= DISK_LOOK_NANOS) {
      heldNanos += waitsForDisk.getAsBoolean() ? now - diskLookedAt : 0;
      diskLookedAt = now;
    }
  }

  private long quietFor(long now) {
    return now - quietSince - heldNanos;
  }

  private void restart(long now, String reason) {
    quietSince = now;
    diskLookedAt = now;
    heldNanos = 0;
    asked = false;
    doubt = reason;
  }

  private boolean holdsMore(OptionalLong queued, long missing) {
    long more = queued.orElse(0) - queuedBefore.orElse(0);
    return queued.isPresent() && more >= (sharesQueues ? Math.max(1, missing) : 1);
  }

  /** Why what is missing is not shown to be gone; empty if it is. */
  Optional<String> doubt() {
    return gone ? Optional.empty() : Optional.of(doubt);
  }
}
