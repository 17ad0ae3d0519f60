package io.brokerbench.testkit.driver;

import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Callbacks of one kind, in the order they came, to be waited for. */
final class AwaitedCallbacks<T> {

  private static final Duration LOOK = Duration.ofMillis(10);

  private final String what;
  private final Duration patience;
  private final BlockingQueue<T> queue = new LinkedBlockingQueue<>();

  AwaitedCallbacks(String what, Duration patience) {
    this.what = what;
    this.patience = patience;
  }

  void add(T event) {
    queue.add(event);
  }

  /** Takes the next one, which has to come in time. */
  T next() {
    return nextOr(() -> "");
  }

  /** Takes the next one, which has to come in time; what may be said if it does not. */
  T nextOr(Supplier<String> reason) {
    return within(patience)
        .orElseGet(() -> fail("no " + what + " within " + patience + reason.get()));
  }

  /** Takes the next one; empty, and the other taken, if another event comes before. */
  Optional<T> unless(AwaitedCallbacks<?> other) {
    await("no " + what)
        .atMost(patience)
        .pollInterval(LOOK)
        .until(() -> !queue.isEmpty() || !other.queue.isEmpty());
    Optional<T> taken = within(Duration.ZERO);
    if (taken.isEmpty()) {
      other.within(Duration.ZERO);
    }
    return taken;
  }

  /** Takes the next ones. */
  List<T> next(int count) {
    List<T> taken = new ArrayList<>(count);
    while (taken.size() < count) {
      int before = taken.size();
      taken.add(
          within(patience)
              .orElseGet(() -> fail("only " + before + " of " + count + " times " + what)));
    }
    return taken;
  }

  /** Takes the next one, if it comes in time. */
  Optional<T> within(Duration time) {
    try {
      return Optional.ofNullable(queue.poll(time.toNanos(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted while waiting for " + what);
    }
  }

  /** Takes those that have come. */
  void drainTo(Consumer<T> reader) {
    for (T event = queue.poll(); event != null; event = queue.poll()) {
      reader.accept(event);
    }
  }

  /** Those that have come and were not taken. */
  List<T> soFar() {
    return List.copyOf(queue);
  }
}
