package io.brokerbench.experiment.session;

import io.brokerbench.core.engine.measure.CommonStart;
import io.brokerbench.core.engine.measure.Companion;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.scenario.Scenario;
import io.brokerbench.experiment.bench.SimultaneousRuns;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.compare.SideMeasure;
import io.brokerbench.experiment.gate.Side;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of both sides at the same time, whose loads are on in turns. */
final class AlternatingRuns {

  private final Map<Side, ExperimentBench.StartedTarget> brokers;
  private final StopSwitch stop;

  AlternatingRuns(Map<Side, ExperimentBench.StartedTarget> brokers, StopSwitch stop) {
    this.brokers = brokers;
    this.stop = stop;
  }

  /** How the run of a side ended: with a result, or without. */
  record End(Optional<SideMeasure.SideResult> result, Optional<RunException> failure) {}

  /**
   * Runs both to their ends.
   *
   * @param scenarios of the sides, whose loads are on for less than half of their cycles
   * @param first the side that is first in all: its clients connect first, and its load begins half
   *     a cycle before that of the other
   */
  Map<Side, End> run(Map<Side, Scenario> scenarios, Side first)
      throws RunException, InterruptedException {
    CommonStart start = new CommonStart(scenarios.size());
    SimultaneousRuns<End> runs = new SimultaneousRuns<>();
    List<Side> sides = List.of(first, first.other());
    for (Side side : sides) {
      Scenario scenario = scenarios.get(side);
      Duration cycle = scenario.workload().onOff().orElseThrow().cycle();
      Duration delay = side == first ? Duration.ZERO : cycle.dividedBy(2);
      runs.add(
          () ->
              run(
                  brokers.get(side),
                  scenario,
                  new Companion(brokers.get(side.other()).broker(), start, delay)));
    }
    List<End> ends = runs.run(true);
    Map<Side, End> bySide = new EnumMap<>(Side.class);
    for (int i = 0; i < sides.size(); i++) {
      bySide.put(sides.get(i), ends.get(i));
    }
    return bySide;
  }

  private End run(ExperimentBench.StartedTarget broker, Scenario scenario, Companion companion)
      throws InterruptedException {
    try {
      RunResult run = stop.run(broker.rigBeside(companion, scenario));
      return new End(Optional.of(SideMeasure.SideResult.ofTurns(run)), Optional.empty());
    } catch (RunException e) {
      return new End(Optional.empty(), Optional.of(e));
    } finally {
      companion.start().leave();
    }
  }
}
