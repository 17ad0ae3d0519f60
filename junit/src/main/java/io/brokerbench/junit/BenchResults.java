package io.brokerbench.junit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The valid runs and searches of one test so far, in their order; of all repetitions of a {@link
 * RepeatedBench}. For use by several threads.
 */
public final class BenchResults {

  private final List<MeasuredRun> runs = new CopyOnWriteArrayList<>();
  private final List<MeasuredSearch> searches = new CopyOnWriteArrayList<>();

  BenchResults() {}

  /** The runs, without those of searches; a copy. */
  public List<MeasuredRun> runs() {
    return List.copyOf(runs);
  }

  /** The searches; a copy. */
  public List<MeasuredSearch> searches() {
    return List.copyOf(searches);
  }

  void add(MeasuredRun run) {
    runs.add(run);
  }

  void add(MeasuredSearch search) {
    searches.add(search);
  }
}
