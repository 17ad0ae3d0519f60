package io.brokerbench.core.engine.worker;

import io.brokerbench.core.engine.assignment.ClockReading;
import io.brokerbench.core.engine.assignment.PooledAgent;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Agents on other machines that carry the clients of runs, one run after the other. They were found
 * and reserved before, and are given back by {@link #close}. Methods are for one thread at a time.
 */
public interface AgentPool extends AutoCloseable {

  /** Their names; the same for all of its runs. */
  List<PooledAgent> members();

  /**
   * Measures how far each one's clock is from this process's; takes less than a second.
   *
   * @return in the order of {@link #members}; empty for one that does not answer
   */
  List<Optional<ClockReading>> readClocks() throws InterruptedException;

  /**
   * Starts a worker.
   *
   * @param member its position among {@link #members}
   * @param aheadNanos by how much the run's clock is ahead of that machine's
   * @param heapBytes limit of the worker's heap
   * @throws RunException if the agent does not start one
   */
  WorkerPipe start(int member, long aheadNanos, long heapBytes)
      throws RunException, InterruptedException;

  /**
   * Greatest error of the clocks of two agents together with which a message from a client of one
   * to a client of the other is timed; zero where only clients of one agent are.
   */
  Duration timedWithin();

  /** How far ahead an instant must lie for all to know it by then, in nanoseconds. */
  long leadNanos();

  @Override
  void close();
}
