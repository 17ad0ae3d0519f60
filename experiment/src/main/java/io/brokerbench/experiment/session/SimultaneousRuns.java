package io.brokerbench.experiment.session;

import io.brokerbench.core.engine.measure.RunException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs whose results are not used, at the same time or one after the other. */
final class SimultaneousRuns {

  private final List<Callable<Object>> runs = new ArrayList<>();

  void add(Callable<Object> run) {
    runs.add(run);
  }

  /**
   * Runs all to their ends, and then throws what the first of them threw.
   *
   * @param atOnce whether all begin at once
   */
  void run(boolean atOnce) throws RunException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce ? runs.size() : 1);
    try {
      for (Future<?> each : threads.invokeAll(runs)) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RunException run
          ? run
          : new RunException(e.getCause().toString(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
