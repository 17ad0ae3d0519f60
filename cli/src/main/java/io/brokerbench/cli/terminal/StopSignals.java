package io.brokerbench.cli.terminal;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.utils.Signals;

/**
 * Ctrl-C (SIGINT), SIGTERM and SIGHUP (the terminal is gone), while a command has something to end
 * in an orderly way. Signals that are ignored, as under {@code nohup}, stay so.
 *
 * <p>The first signal runs the action set by {@link #onStop}; until one is set, it interrupts the
 * thread that installed this. The command goes on from there and ends by itself. If it does not
 * within the given patience, or at a second signal, the JVM ends; its shutdown hooks still stop
 * brokers.
 *
 * <p>A shutdown hook in place of this would run beside the hooks that stop the broker, which is
 * needed until the run has drained.
 */
public final class StopSignals implements AutoCloseable {

  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  private final Duration patience;
  private final Map<String, Object> previous = new LinkedHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private Runnable action;
  private int number;

  private StopSignals(Duration patience, Runnable action) {
    this.patience = patience;
    this.action = action;
  }

  /**
   * Listens for signals until it is closed.
   *
   * @param patience how long the command may take to end after the first signal
   */
  public static StopSignals install(Duration patience) {
    StopSignals signals = new StopSignals(patience, Thread.currentThread()::interrupt);
    NUMBERS.forEach(
        (name, number) ->
            signals.previous.put(name, Signals.register(name, () -> signals.raise(number))));
    return signals;
  }

  /**
   * The same without signals of the process: what comes comes by {@link #raise}.
   *
   * @param patience how long the command may take to end after the first one
   */
  public static StopSignals byHand(Duration patience) {
    return new StopSignals(patience, Thread.currentThread()::interrupt);
  }

  /** Sets what the first signal does; runs it at once if the signal has come. */
  public synchronized void onStop(Runnable task) {
    action = task;
    if (stopped()) {
      task.run();
    }
  }

  /** Whether a signal has come. */
  public synchronized boolean stopped() {
    return number != 0;
  }

  /** What a JVM that the signal ends would exit with. */
  public synchronized int exitCode() {
    return 128 + number;
  }

  /** Restores the handlers of signals. */
  @Override
  public void close() {
    closed.countDown();
    previous.forEach(Signals::unregister);
  }

  /**
   * A signal comes; on the JVM's thread for signals, which must not be kept busy.
   *
   * @param signal its number
   */
  public void raise(int signal) {
    synchronized (this) {
      if (!stopped()) {
        number = signal;
        Thread watch = new Thread(this::endIfStuck, "stop-watch");
        watch.setDaemon(true);
        watch.start();
        action.run();
        return;
      }
    }
    System.exit(128 + signal);
  }

  private void endIfStuck() {
    try {
      if (!closed.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        System.exit(exitCode());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
