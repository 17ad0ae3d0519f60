package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.compare.PairedTurns;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/** A broker whose figures scatter as a test wants it, and a clock that its runs move. */
public final class SimulatedBench implements PairedTurns.Sides {

  static final List<Figure> FIGURES =
      List.of(
          FigureCatalogue.find("throughput.received"),
          FigureCatalogue.find("latency.endToEnd.p50"),
          FigureCatalogue.find("latency.endToEnd.p99"),
          FigureCatalogue.find("latency.endToEnd.p999"),
          FigureCatalogue.find("latency.acknowledge.p50"),
          FigureCatalogue.find("latency.acknowledge.p99"),
          FigureCatalogue.find("latency.acknowledge.p999"),
          FigureCatalogue.find("broker.cpuPerMessage"),
          FigureCatalogue.find("broker.peakRss"),
          FigureCatalogue.find("messages.loss"));

  private static final long RUN_NANOS = 25_000_000_000L;

  public final List<Side> order = new ArrayList<>();
  public long nanos;
  private final DoubleSupplier noise;
  private final long runNanos;
  private Map<String, Double> worse = Map.of();
  private double drift;

  private SimulatedBench(DoubleSupplier noise, long runNanos) {
    this.noise = noise;
    this.runNanos = runNanos;
  }

  /** Runs of 25 s whose values scatter by the normal distribution. */
  public static SimulatedBench normal(long seed, double deviation) {
    SplittableRandom random = new SplittableRandom(seed);
    return new SimulatedBench(() -> deviation * random.nextGaussian(), RUN_NANOS);
  }

  /** Student's t with two degrees of freedom: its variance is infinite. */
  public static SimulatedBench heavyTailed(long seed, double scale) {
    SplittableRandom random = new SplittableRandom(seed);
    return new SimulatedBench(
        () -> {
          double u = random.nextDouble(1e-9, 1 - 1e-9);
          return scale * (2 * u - 1) / Math.sqrt(2 * u * (1 - u));
        },
        RUN_NANOS);
  }

  /** What the candidate is worse by, as a share of the baseline. */
  public SimulatedBench worse(String figure, double share) {
    worse = Map.of(figure, share);
    return this;
  }

  /** All figures grow by a share with each run. */
  public SimulatedBench drifting(double share) {
    drift = share;
    return this;
  }

  @Override
  public RunMeasurement run(Side side, int pair, int attempt) {
    order.add(side);
    nanos += runNanos;
    return new RunMeasurement(Status.VALID, "", values(side), side + "-" + attempt);
  }

  Map<Figure, Double> values(Side side) {
    Map<Figure, Double> values = new LinkedHashMap<>();
    for (Figure figure : FIGURES) {
      double share = side == Side.CANDIDATE ? worse.getOrDefault(figure.path(), 0.0) : 0;
      boolean up = figure.better() == Better.LOWER;
      double effect = Math.log1p(up ? share : -share);
      double value = 1_000 * Math.exp(noise.getAsDouble() + effect + drift * order.size());
      values.put(figure, figure.path().equals(Figure.LOSS) ? 0.0 : value);
    }
    return values;
  }

  public AbFindings experiment(AbPlan plan, Tolerances tolerances) throws InterruptedException {
    return new PairedTurns(
            plan, tolerances, this, (pair, from, to) -> {}, () -> nanos, new StopSwitch())
        .run();
  }
}
