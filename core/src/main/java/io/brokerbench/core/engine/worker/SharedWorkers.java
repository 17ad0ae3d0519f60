package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.pipe.ProcessPipe;
import io.brokerbench.core.engine.worker.pipe.SharedPipe;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The processes that carry the clients of several runs at the same time, in this machine or on
 * agents: each process carries a part of each run. They start with the first run that opens its
 * workers, and end when this is closed, after all runs. For any threads.
 */
public final class SharedWorkers implements AutoCloseable {

  private static final long CLOSE_NANOS = 12_000_000_000L;

  private final long heapBytes;
  private final NanoClock clock;
  private final List<SharedPipe> processes = new ArrayList<>();
  private final List<Integer> taken = new ArrayList<>();
  private List<Optional<ClockReading>> clocks = List.of();

  /**
   * No process yet.
   *
   * @param scenarios of all runs
   */
  public SharedWorkers(List<Scenario> scenarios, NanoClock clock) {
    this.heapBytes = WorkerProcess.heapBytes(scenarios);
    this.clock = clock;
  }

  /**
   * Opens the workers of a run, on agents where its settings have some.
   *
   * @param settings with the same workers and agents for all runs
   * @throws RunException as {@link AgentWorkers#open} and {@link ForkedWorkers#open} do; the agents
   *     have no room for what the runs before have taken
   */
  public synchronized Worker open(Assignment whole, String driver, RigSettings settings)
      throws RunException, InterruptedException {
    return settings.agentPool().isPresent()
        ? onAgents(whole, driver, settings.agentPool().get())
        : ForkedWorkers.open(
            whole, driver, settings.workers(), clock, (name, index, part) -> here(name, index));
  }

  private WorkerPipe here(String name, int index) throws RunException {
    if (index == processes.size()) {
      Process process = ForkedWorkers.start(name, heapBytes);
      processes.add(new SharedPipe(new ProcessPipe(name, process, clock)));
    }
    return processes.get(index).channel();
  }

  private Worker onAgents(Assignment whole, String driver, AgentPool pool)
      throws RunException, InterruptedException {
    if (taken.isEmpty()) {
      pool.members().forEach(member -> taken.add(0));
    }
    AgentWorkers opened = AgentWorkers.open(whole, driver, new SharedPool(pool), clock);
    for (int i = 0; i < taken.size(); i++) {
      taken.set(i, taken.get(i) + opened.agents().get(i).slice().clients());
    }
    return opened;
  }

  /** Ends the processes. To be called after all runs. */
  @Override
  public synchronized void close() {
    processes.forEach(SharedPipe::requestClose);
    long deadline = clock.nanoTime() + CLOSE_NANOS;
    processes.forEach(process -> process.awaitEnd(deadline));
    processes.clear();
  }

  /** The agents as one more run has them: with one process each, and less room. */
  private final class SharedPool implements AgentPool {

    private final AgentPool pool;
    private final List<PooledAgent> members;
    private boolean started;

    SharedPool(AgentPool pool) {
      this.pool = pool;
      List<PooledAgent> left = new ArrayList<>();
      for (int i = 0; i < taken.size(); i++) {
        left.add(left(i));
      }
      this.members = List.copyOf(left);
    }

    private PooledAgent left(int index) {
      PooledAgent member = pool.members().get(index);
      int onPorts =
          IntStream.range(0, taken.size())
              .filter(i -> pool.members().get(i).sharesPortsWith(member))
              .map(taken::get)
              .sum();
      return member.without(taken.get(index), onPorts);
    }

    @Override
    public List<PooledAgent> members() {
      return members;
    }

    /** Before the runs, the readings that the processes started with; after a run, new ones. */
    @Override
    public List<Optional<ClockReading>> readClocks() throws InterruptedException {
      synchronized (SharedWorkers.this) {
        if (clocks.isEmpty()) {
          clocks = pool.readClocks();
          return clocks;
        }
        return started ? pool.readClocks() : clocks;
      }
    }

    @Override
    public WorkerPipe start(int member, long aheadNanos, long unused)
        throws RunException, InterruptedException {
      if (member == processes.size()) {
        processes.add(new SharedPipe(pool.start(member, aheadNanos, heapBytes)));
      }
      started = true;
      return processes.get(member).channel();
    }

    @Override
    public Duration timedWithin() {
      return pool.timedWithin();
    }

    @Override
    public long leadNanos() {
      return pool.leadNanos();
    }

    /** The pool is closed by whom it belongs to. */
    @Override
    public void close() {}
  }
}
