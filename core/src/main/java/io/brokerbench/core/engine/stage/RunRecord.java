package io.brokerbench.core.engine.stage;

import io.brokerbench.core.engine.measure.RunTimes;
import io.brokerbench.core.engine.worker.WorkerResult;
import io.brokerbench.core.result.RunResult;
import java.util.List;
import java.util.Optional;

/**
 * What a run left, for the result to be made of.
 *
 * @param times as they came to be: a run that is cut short has an earlier end of its steady state
 * @param warmUp how it ended
 * @param complete whether the planned end was reached
 * @param end when the drain was over
 * @param result of the worker
 * @param intervals second by second
 * @param usage of the broker and of ourselves
 * @param failure why the run broke off
 * @param faults what was done to the broker on purpose, in its order
 * @param drainDoubt why what is missing at the end is not shown to be gone; empty if it is
 */
public record RunRecord(
    RunTimes times,
    RunResult.WarmUp warmUp,
    boolean complete,
    long end,
    WorkerResult result,
    TimelineBuilder intervals,
    UsageMonitor usage,
    Optional<String> failure,
    List<FaultStage.Done> faults,
    Optional<String> drainDoubt) {

  public double steadySeconds() {
    return Math.max(0, times.steadyEnd() - times.steadyStart()) / 1e9;
  }
}
