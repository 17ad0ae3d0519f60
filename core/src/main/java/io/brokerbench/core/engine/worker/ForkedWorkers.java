package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.assignment.Assignment;
import io.brokerbench.core.engine.assignment.Slices;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.pipe.ProcessPipe;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import java.io.IOException;
import java.util.Collections;
import java.util.List;

/** Several workers in JVMs of their own on this machine. */
public final class ForkedWorkers {

  /** Commands take their way through a pipe and a JVM that has not compiled them yet. */
  private static final long LEAD_NANOS = 300_000_000;

  private ForkedWorkers() {}

  /**
   * Starts the JVMs for one run, and opens the driver in each.
   *
   * @param whole all clients; {@link Slices} cuts it
   * @throws RunException if one does not start, cannot open the driver, or does not share our
   *     clock; none is left running then
   */
  public static Worker open(Assignment whole, String driver, int workers, NanoClock clock)
      throws RunException, InterruptedException {
    return open(
        whole,
        driver,
        workers,
        clock,
        (name, index, part) ->
            new ProcessPipe(name, start(name, WorkerProcess.heapBytes(part)), clock));
  }

  /** Where the pipes to the processes come from. */
  @FunctionalInterface
  interface Pipes {

    /**
     * A pipe to a process.
     *
     * @param name such as {@code worker 2 of 3}
     * @param index of the process, from 0
     * @param part that it is to carry
     */
    WorkerPipe to(String name, int index, Assignment part) throws RunException;
  }

  /** The same in processes that come from elsewhere. */
  static Worker open(Assignment whole, String driver, int workers, NanoClock clock, Pipes processes)
      throws RunException, InterruptedException {
    List<Assignment> parts =
        Slices.cut(whole.scenario().topology(), workers).stream()
            .map(slice -> whole.withSlice(slice).withLanes(lanes(whole.lanes(), workers)))
            .toList();
    WorkerLinks team = new WorkerLinks();
    boolean opened = false;
    try {
      for (Assignment part : parts) {
        int index = team.links().size();
        String name = "worker " + (index + 1) + " of " + workers;
        team.add(new WorkerLink(processes.to(name, index, part), clock));
      }
      team.greet(clock, Collections.nCopies(workers, 0L));
      CompositeWorker joined =
          new CompositeWorker(team, team.open(driver, parts), clock, LEAD_NANOS);
      opened = true;
      return joined;
    } finally {
      if (!opened) {
        team.close(clock.nanoTime());
      }
    }
  }

  /** Half of the cores carry clients, over all workers. */
  private static int lanes(int asked, int workers) {
    return asked > 0
        ? asked
        : Math.max(1, Runtime.getRuntime().availableProcessors() / 2 / workers);
  }

  /** Starts a process whose heap has a limit. */
  static Process start(String name, long heapBytes) throws RunException {
    try {
      return WorkerProcess.start(heapBytes, List.of());
    } catch (IOException e) {
      throw new RunException(name + " did not start: " + e.getMessage(), e);
    }
  }
}
