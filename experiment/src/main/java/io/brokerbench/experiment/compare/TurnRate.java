package io.brokerbench.experiment.compare;

import io.brokerbench.core.load.ClosedLoad;
import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Throughput;
import io.brokerbench.core.result.TimelineInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.commons.statistics.descriptive.Mean;

/** Finds the rates of a run while its load is on. Stateless. */
public final class TurnRate {

  private TurnRate() {}

  /**
   * Its rates while the load is on. Of an open load, those of the whole steady state, which has
   * whole cycles, by the share of the time in which it is on: what is sent in one arrives in it or
   * soon after. Of a closed load, which does not go on where it was, the mean of the seconds that
   * begin with it; a mean, as a machine that is now faster and now slower makes a median jump.
   *
   * @param run with a load that is on and off; where it is closed, on for a second or more, in
   *     cycles of whole seconds
   * @return the run's own rates where it ended before its first turn
   */
  public static Throughput of(RunResult run) {
    OnOff times = run.scenario().workload().onOff().orElseThrow();
    Throughput whole = run.throughput();
    if (!(run.scenario().workload().load() instanceof ClosedLoad)) {
      return new Throughput(
          whole.offeredPerSecond() / times.share(),
          whole.sentPerSecond() / times.share(),
          whole.receivedPerSecond() / times.share());
    }
    List<TimelineInterval> on = secondsOn(times, run.timeline());
    if (on.isEmpty()) {
      return whole;
    }
    double sent = mean(on, TimelineInterval::sent);
    return new Throughput(sent, sent, mean(on, TimelineInterval::received));
  }

  private static List<TimelineInterval> secondsOn(OnOff times, List<TimelineInterval> timeline) {
    int begin = (int) times.begin().orElse(Duration.ZERO).toSeconds();
    int cycle = (int) times.cycle().toSeconds();
    List<TimelineInterval> steady =
        timeline.stream().filter(second -> second.phase() == TimelineInterval.Part.STEADY).toList();
    List<TimelineInterval> on = new ArrayList<>();
    for (int i = begin; i < steady.size(); i += cycle) {
      on.add(steady.get(i));
    }
    return on;
  }

  private static double mean(
      List<TimelineInterval> seconds, ToLongFunction<TimelineInterval> count) {
    return Mean.of(seconds.stream().mapToDouble(count::applyAsLong).toArray()).getAsDouble();
  }
}
