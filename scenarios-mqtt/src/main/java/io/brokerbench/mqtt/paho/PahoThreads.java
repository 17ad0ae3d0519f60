package io.brokerbench.mqtt.paho;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The library's threads: a new one for each task, as the library's tasks run as long as their
 * connection, and one for the pings of all.
 *
 * <p>Left to itself, the library starts the same threads and one for each client's pings. These
 * here have a smaller stack, and their end can be waited for.
 */
final class PahoThreads extends AbstractExecutorService implements ScheduledExecutorService {

  /** Of each thread of a connection. */
  static final String NAME = "paho";

  /** The deepest that the library goes with TLS takes a quarter of it. */
  private static final long STACK_BYTES = 256 * 1024;

  private static final int LOOKS = 50;

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor pings =
      new ScheduledThreadPoolExecutor(1, ping -> newThread(ping, "paho-pings"));

  PahoThreads() {
    pings.setRemoveOnCancelPolicy(true);
    pings.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Of those that do not keep the JVM. */
  private static Thread newThread(Runnable task, String name) {
    Thread thread = new Thread(null, task, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void execute(Runnable command) {
    Thread thread =
        newThread(
            () -> {
              try {
                command.run();
              } finally {
                threads.remove(Thread.currentThread());
              }
            },
            NAME);
    threads.add(thread);
    thread.start();
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return pings.schedule(command, delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    return pings.schedule(callable, delay, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    return pings.scheduleAtFixedRate(command, initialDelay, period, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    return pings.scheduleWithFixedDelay(command, initialDelay, delay, unit);
  }

  @Override
  public void shutdown() {
    pings.shutdown();
  }

  /** Interrupts all threads, on which the library ends their connections. */
  @Override
  public List<Runnable> shutdownNow() {
    threads.forEach(Thread::interrupt);
    return pings.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return pings.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return pings.isTerminated() && threads.isEmpty();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    long look = Math.max(1, unit.toMillis(timeout) / LOOKS);
    for (int i = 0; i < LOOKS && !isTerminated(); i++) {
      pings.awaitTermination(look, TimeUnit.MILLISECONDS);
      Optional<Thread> one = threads.stream().findAny();
      if (one.isPresent()) {
        one.get().join(look);
      }
    }
    return isTerminated();
  }
}
