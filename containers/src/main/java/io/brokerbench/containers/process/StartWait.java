package io.brokerbench.containers.process;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.StartPatience;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Waits for one broker that is starting. On a slow machine a start may take minutes: it is waited
 * for as long as its log goes on or it works, unless there is a limit. A JVM that waits for a busy
 * machine's cores prints nothing for longer than one that hangs may, but gets a little done.
 */
public final class StartWait {

  /** However much it prints. */
  private static final Duration MOST = Duration.ofMinutes(10);

  /** CPU that shows work. A JVM that waits for nothing but time uses less in a minute. */
  private static final Duration WORK = Duration.ofMillis(500);

  private static final long LOOK_NANOS = 500_000_000;
  private static final long FIRST_WORD_NANOS = 5_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final NanoClock clock;
  private final StartPatience patience;
  private final Duration silence;
  private final String title;
  private final Supplier<Duration> cpu;
  private final long start;
  private long looked;
  private long changed;
  private long wordAfter = FIRST_WORD_NANOS;
  private String last = "";
  private Duration worked = Duration.ZERO;

  /**
   * One that begins now, of a broker whose CPU is not known.
   *
   * @param silence longest time for which it may print nothing, where there is no limit
   * @param title of the broker, in messages
   */
  public StartWait(NanoClock clock, StartPatience patience, Duration silence, String title) {
    this(clock, patience, silence, title, () -> Duration.ZERO);
  }

  /**
   * One that begins now.
   *
   * @param silence longest time for which it may neither print nor work, where there is no limit
   * @param title of the broker, in messages
   * @param cpu what it has used so far
   */
  public StartWait(
      NanoClock clock,
      StartPatience patience,
      Duration silence,
      String title,
      Supplier<Duration> cpu) {
    this.clock = clock;
    this.patience = patience;
    this.silence = silence;
    this.title = title;
    this.cpu = cpu;
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
    Duration used = cpu.get();
    if (!line.equals(last) || used.minus(worked).compareTo(WORK) >= 0) {
      last = line;
      worked = used;
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
