package io.brokerbench.containers.process;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.StartPatience;
import java.time.Duration;
import java.util.List;

/**
 * Waits for one broker that is starting. On a slow machine a start may take minutes: it is waited
 * for as long as its log goes on, unless there is a limit.
 */
public final class StartWait {

  /** However much it prints. */
  private static final Duration MOST = Duration.ofMinutes(10);

  private static final long LOOK_NANOS = 500_000_000;
  private static final long FIRST_WORD_NANOS = 5_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final NanoClock clock;
  private final StartPatience patience;
  private final Duration silence;
  private final String title;
  private final long start;
  private long looked;
  private long changed;
  private long wordAfter = FIRST_WORD_NANOS;
  private String last = "";

  /**
   * One that begins now.
   *
   * @param silence longest time for which it may print nothing, where there is no limit
   * @param title of the broker, in messages
   */
  public StartWait(NanoClock clock, StartPatience patience, Duration silence, String title) {
    this.clock = clock;
    this.patience = patience;
    this.silence = silence;
    this.title = title;
    this.start = clock.nanoTime();
    this.looked = start;
    this.changed = start;
  }

  /** Whether it has been waited for long enough; says how it goes. To be asked often. */
  public boolean isOver(ProcessLog log) {
    long now = clock.nanoTime();
    if (now - looked >= LOOK_NANOS) {
      look(log, now);
    }
    if (patience.limit().isPresent()) {
      return now - start > patience.limit().get().toNanos();
    }
    return now - changed > silence.toNanos() || now - start > MOST.toNanos();
  }

  private void look(ProcessLog log, long now) {
    looked = now;
    List<String> tail = log.tail(1);
    String line = tail.isEmpty() ? "" : tail.get(0).strip();
    if (!line.equals(last)) {
      last = line;
      changed = now;
    }
    if (now - start >= wordAfter) {
      wordAfter *= 2;
      patience
          .progress()
          .accept(
              "%s has been starting for %d s%s"
                  .formatted(title, (now - start) / SECOND, last.isEmpty() ? "" : ": " + last));
    }
  }

  /** That it took too long, for a message. */
  public String tooLong() {
    return "%s was not ready within %d s".formatted(title, (clock.nanoTime() - start) / SECOND);
  }
}
