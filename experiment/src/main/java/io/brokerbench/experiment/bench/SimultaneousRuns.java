package io.brokerbench.experiment.bench;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.engine.measure.RunException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs that are made at the same time, or one after the other.
 *
 * @param <T> what each of them gives
 */
public final class SimultaneousRuns<T> {

  private final List<Callable<T>> runs = new ArrayList<>();

  /** Adds one. */
  public void add(Callable<T> run) {
    runs.add(run);
  }

  /** Whether none was added. */
  public boolean isEmpty() {
    return runs.isEmpty();
  }

  /**
   * Runs all to their ends, and then throws what the first of them threw.
   *
   * @param atOnce whether all begin at once
   * @return what they gave, in their order
   */
  public List<T> run(boolean atOnce) throws RunException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(atOnce ? runs.size() : 1);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(runs)) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof DefinitionException refused) {
        throw refused;
      }
      throw e.getCause() instanceof RunException run
          ? run
          : new RunException(e.getCause().toString(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
