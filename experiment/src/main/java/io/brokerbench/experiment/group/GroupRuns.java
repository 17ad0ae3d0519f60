package io.brokerbench.experiment.group;

import io.brokerbench.core.base.RunNonces;
import io.brokerbench.core.engine.Rig;
import io.brokerbench.core.engine.measure.CommonStart;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.ClientGroup;
import io.brokerbench.core.scenario.GroupedScenario;
import io.brokerbench.experiment.bench.SimultaneousRuns;
import io.brokerbench.experiment.bench.StopSwitch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs all groups of a scenario at the same time, each on a rig of its own. The clients of all
 * groups connect first; the first load begins when all are there.
 */
public final class GroupRuns {

  private final GroupedScenario scenario;
  private final Rigs rigs;
  private final StopSwitch stop;
  private final AtomicReference<RunException> first = new AtomicReference<>();

  /** Runs that have not begun. */
  public GroupRuns(GroupedScenario scenario, Rigs rigs, StopSwitch stop) {
    this.scenario = scenario;
    this.rigs = rigs;
    this.stop = stop;
  }

  /** Makes the rig of a group. */
  @FunctionalInterface
  public interface Rigs {

    /**
     * A rig for one run.
     *
     * @param beside the runs of the other groups
     */
    Rig of(ClientGroup group, Companion beside);
  }

  /**
   * Runs all to their ends.
   *
   * @return the results in the order of the groups
   * @throws RunException if a group could not be measured; all others are stopped then
   */
  public List<RunResult> run() throws RunException, InterruptedException {
    CommonStart start = new CommonStart(scenario.groups().size());
    RunNonces nonces = new RunNonces();
    List<Rig> all = new ArrayList<>();
    for (ClientGroup group : scenario.groups()) {
      all.add(rigs.of(group, Companion.onSameBroker(start, group.delay(), nonces)));
    }
    SimultaneousRuns<RunResult> runs = new SimultaneousRuns<>();
    for (int i = 0; i < all.size(); i++) {
      String group = scenario.groups().get(i).name();
      Rig rig = all.get(i);
      runs.add(() -> run(group, rig, all, start));
    }
    try {
      return runs.run(true);
    } catch (RunException e) {
      // What came of those that were stopped then says less.
      throw first.get() == null ? e : first.get();
    }
  }

  private RunResult run(String group, Rig rig, List<Rig> all, CommonStart start)
      throws RunException, InterruptedException {
    boolean ended = false;
    try {
      RunResult result = stop.run(rig);
      ended = true;
      return result;
    } catch (RunException e) {
      RunException named = new RunException(group + ": " + e.getMessage(), e, e.isOfSome());
      first.compareAndSet(null, named);
      throw named;
    } finally {
      start.leave();
      if (!ended) {
        all.forEach(Rig::stop);
      }
    }
  }
}
