package io.brokerbench.experiment.compare;

import io.brokerbench.core.load.OnOff;
import io.brokerbench.core.result.TimelineInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Mean;

/**
 * Finds the rate of a run while its load is on. It is the mean of seconds, as a machine that is now
 * faster and now slower makes a median jump.
 */
public final class TurnRate {

  private TurnRate() {}

  /**
   * Deliveries per second in the steady state's seconds that begin with the load; empty where there
   * is none.
   *
   * @param times of the load: on for a second or more, in cycles of whole seconds
   * @param timeline of the run
   */
  public static OptionalDouble received(OnOff times, List<TimelineInterval> timeline) {
    int begin = (int) times.begin().orElse(Duration.ZERO).toSeconds();
    int cycle = (int) times.cycle().toSeconds();
    List<TimelineInterval> steady =
        timeline.stream().filter(second -> second.phase() == TimelineInterval.Part.STEADY).toList();
    List<Long> on = new ArrayList<>();
    for (int i = begin; i < steady.size(); i += cycle) {
      on.add(steady.get(i).received());
    }
    return on.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Mean.of(on.stream().mapToDouble(each -> each).toArray()).getAsDouble());
  }
}
