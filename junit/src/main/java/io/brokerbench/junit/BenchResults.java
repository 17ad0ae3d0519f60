package io.brokerbench.junit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The valid runs, runs of groups and searches of one test so far, in their order; of all
 * repetitions of a {@link RepeatedBench}. For use by several threads.
 */
public final class BenchResults {

  private final List<MeasuredRun> runs = new CopyOnWriteArrayList<>();
  private final List<MeasuredGroups> groups = new CopyOnWriteArrayList<>();
  private final List<MeasuredSearch> searches = new CopyOnWriteArrayList<>();

  BenchResults() {}

  /** The runs, without those of searches; a copy. */
  public List<MeasuredRun> runs() {
    return List.copyOf(runs);
  }

  /** The runs of several groups; a copy. */
  public List<MeasuredGroups> groups() {
    return List.copyOf(groups);
  }

  /**
   * The runs of one group, of all runs of groups; a copy.
   *
   * @throws io.brokerbench.core.base.DefinitionException if one of them has no group of that name
   */
  public List<MeasuredRun> runsOf(String group) {
    return groups.stream().map(all -> all.group(group)).toList();
  }

  /** The searches; a copy. */
  public List<MeasuredSearch> searches() {
    return List.copyOf(searches);
  }

  void add(MeasuredRun run) {
    runs.add(run);
  }

  void add(MeasuredGroups all) {
    groups.add(all);
  }

  void add(MeasuredSearch search) {
    searches.add(search);
  }
}
