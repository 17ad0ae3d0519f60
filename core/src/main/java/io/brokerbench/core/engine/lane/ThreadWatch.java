package io.brokerbench.core.engine.lane;

import io.brokerbench.core.engine.measure.BusyThread;
import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.telemetry.ThreadCpuWait;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Finds the busiest thread over the steady state, of lanes that have no schedule, and of the client
 * libraries' own threads. It reads the CPU time of threads when it is looked at first after the
 * beginning of the steady state, and first after its end. A lane of consumers that waits for a CPU
 * has work, and is as busy as one that has the CPU. Safe for several threads.
 */
public final class ThreadWatch {

  /**
   * What a thread has used.
   *
   * @param name of the thread
   * @param nanos of CPU since it was started; of a lane, with those that it waited for one
   */
  record Used(String name, long nanos) {
    Used plus(long waitNanos) {
      return new Used(name, nanos + waitNanos);
    }
  }

  private final Supplier<Map<Long, Used>> threads;
  private final Predicate<String> ofLibrary;
  private final Map<Long, LongSupplier> lanes = new ConcurrentHashMap<>();
  private RunTimes times;
  private Map<Long, Used> first;
  private long firstNanos;
  private BusyThread busiest;

  /**
   * Of this JVM.
   *
   * @param ofLibrary whether a thread is a client library's, by its name
   */
  public ThreadWatch(Predicate<String> ofLibrary) {
    this(ThreadWatch::ofThisJvm, ofLibrary);
  }

  /**
   * Of given threads.
   *
   * @param threads what each has used, by its id
   * @param ofLibrary as above
   */
  public ThreadWatch(Supplier<Map<Long, Used>> threads, Predicate<String> ofLibrary) {
    this.threads = threads;
    this.ofLibrary = ofLibrary;
  }

  private static Map<Long, Used> ofThisJvm() {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Map<Long, Used> used = new HashMap<>();
    if (bean.isThreadCpuTimeSupported() && bean.isThreadCpuTimeEnabled()) {
      for (ThreadInfo thread : bean.getThreadInfo(bean.getAllThreadIds())) {
        long cpu = thread == null ? -1 : bean.getThreadCpuTime(thread.getThreadId());
        if (cpu >= 0) {
          used.put(thread.getThreadId(), new Used(thread.getThreadName(), cpu));
        }
      }
    }
    return used;
  }

  /**
   * The thread that calls is a lane without a schedule.
   *
   * @param sends whether it has publishers, under a closed load: its waits for a CPU do not count
   *     then, as a broker on the same machine that uses all CPUs makes it wait, and is the limit
   */
  public void onLane(boolean sends) {
    onLane(sends ? () -> 0 : ThreadCpuWait.ofThisThread());
  }

  /**
   * The same.
   *
   * @param waitNanos how long the thread has waited for a CPU, since it began
   */
  void onLane(LongSupplier waitNanos) {
    lanes.put(Thread.currentThread().getId(), waitNanos);
  }

  /** The instants of the run are known. */
  public synchronized void start(RunTimes runTimes) {
    times = runTimes;
  }

  /** The steady state ends early. */
  public synchronized void endAt(long nanos) {
    times = times == null ? null : times.endingAt(nanos);
  }

  /** Reads what is to be read by now. */
  public synchronized void look(long now) {
    if (times == null || busiest != null || now - times.steadyStart() < 0) {
      return;
    }
    if (first == null) {
      first = read();
      firstNanos = now;
    } else if (now - times.steadyEnd() >= 0) {
      busiest = busiest(now);
      first = Map.of();
    }
  }

  private Map<Long, Used> read() {
    Map<Long, Used> read = new HashMap<>(threads.get());
    lanes.forEach(
        (id, waitNanos) ->
            read.computeIfPresent(id, (same, used) -> used.plus(waitNanos.getAsLong())));
    return read;
  }

  private BusyThread busiest(long now) {
    BusyThread most = BusyThread.NONE;
    double elapsed = Math.max(1, now - firstNanos);
    for (Map.Entry<Long, Used> thread : read().entrySet()) {
      long id = thread.getKey();
      Used used = thread.getValue();
      boolean isLane = lanes.containsKey(id);
      if (isLane || ofLibrary.test(used.name())) {
        Used before = first.get(id);
        long nanos = used.nanos() - (before == null ? 0 : before.nanos());
        most = most.max(new BusyThread(used.name(), isLane, Math.min(1, nanos / elapsed)));
      }
    }
    return most;
  }

  /** The busiest thread; none if the steady state was not seen. */
  public synchronized BusyThread busiest() {
    return busiest == null ? BusyThread.NONE : busiest;
  }
}
