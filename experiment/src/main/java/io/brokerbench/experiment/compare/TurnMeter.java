package io.brokerbench.experiment.compare;

import io.brokerbench.core.engine.stage.Progress;
import io.brokerbench.core.engine.stage.RunListener;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.TimelineInterval;
import io.brokerbench.core.scenario.ClosedLoad;
import io.brokerbench.core.scenario.OnOff;
import io.brokerbench.core.scenario.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Finds what the turns of a run have in common whose load is on and off. Of latencies, that is the
 * median turn: one in which something else happened has no part in it. Of rates, it is the mean, as
 * a machine that is now faster and now slower makes a median jump.
 *
 * <p>For one run, on its thread; the figures are for any thread once it has ended.
 */
public final class TurnMeter implements RunListener {

  private static final Figure RECEIVED = FigureCatalogue.find("throughput.received");

  private final List<Double> p50s = new ArrayList<>();
  private final List<Double> p99s = new ArrayList<>();
  private final boolean closed;
  private final int begin;
  private final int cycle;

  private final Histogram turn = new Histogram(3);
  private int second;

  /**
   * A meter for a run.
   *
   * @param scenario whose load has cycles of whole seconds, with which its steady state begins
   */
  public TurnMeter(Scenario scenario) {
    OnOff times = scenario.workload().onOff().orElseThrow();
    this.closed = scenario.workload().load() instanceof ClosedLoad;
    this.begin = (int) times.begin().orElse(Duration.ZERO).toSeconds();
    this.cycle = (int) times.cycle().toSeconds();
  }

  @Override
  public void onProgress(Progress progress) {}

  @Override
  public void onLatencies(Histogram endToEnd, Histogram service) {
    if ((second - begin) % cycle == 0) {
      endTurn();
    }
    if (second >= begin) {
      turn.add(endToEnd);
    }
    second++;
  }

  private void endTurn() {
    if (turn.getTotalCount() > 0) {
      p50s.add((double) turn.getValueAtPercentile(50));
      p99s.add((double) turn.getValueAtPercentile(99));
      turn.reset();
    }
  }

  /**
   * The figures that turns have, once the run has ended: end-to-end latencies of the deliveries
   * from one turn to the next, and under a closed load the rate of deliveries while it is on.
   */
  public Map<Figure, Double> figures(RunResult run) {
    endTurn();
    Map<Figure, Double> figures = new LinkedHashMap<>();
    if (!p50s.isEmpty()) {
      figures.put(FigureCatalogue.find("latency.endToEnd.p50"), median(p50s));
      figures.put(FigureCatalogue.find("latency.endToEnd.p99"), median(p99s));
    }
    List<TimelineInterval> on = secondsOn(run);
    if (closed && !on.isEmpty()) {
      double[] rates = on.stream().mapToDouble(TimelineInterval::received).toArray();
      figures.put(RECEIVED, Mean.of(rates).getAsDouble());
    }
    return figures;
  }

  private List<TimelineInterval> secondsOn(RunResult run) {
    List<TimelineInterval> steady =
        run.timeline().stream()
            .filter(second -> second.phase() == TimelineInterval.Part.STEADY)
            .toList();
    List<TimelineInterval> on = new ArrayList<>();
    for (int i = begin; i < steady.size(); i += cycle) {
      on.add(steady.get(i));
    }
    return on;
  }

  private static double median(List<Double> turns) {
    return Median.withDefaults().evaluate(turns.stream().mapToDouble(each -> each).toArray());
  }
}
