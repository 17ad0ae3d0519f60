package io.brokerbench.core.gate;

import io.brokerbench.core.compare.AbExperiment;
import io.brokerbench.core.metric.Direction;
import io.brokerbench.core.metric.Measured;
import io.brokerbench.core.metric.Measured.Status;
import io.brokerbench.core.metric.Metric;
import io.brokerbench.core.metric.Metrics;
import io.brokerbench.core.metric.Tolerances;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/** A broker whose figures scatter as a test wants it, and a clock that its runs move. */
public final class SimulatedBench implements AbExperiment.Bench {

  static final List<Metric> METRICS =
      List.of(
          Metrics.THROUGHPUT,
          Metrics.P50,
          Metrics.P99,
          Metrics.P999,
          Metrics.ACK_P50,
          Metrics.ACK_P99,
          Metrics.ACK_P999,
          Metrics.CPU,
          Metrics.MEMORY,
          Metrics.LOSS);

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
  public SimulatedBench worse(String metric, double share) {
    worse = Map.of(metric, share);
    return this;
  }

  /** All metrics grow by a share with each run. */
  public SimulatedBench drifting(double share) {
    drift = share;
    return this;
  }

  @Override
  public Measured run(Side side, int pair, int attempt) {
    order.add(side);
    nanos += runNanos;
    return new Measured(Status.VALID, "", values(side), side + "-" + attempt);
  }

  Map<Metric, Double> values(Side side) {
    Map<Metric, Double> values = new LinkedHashMap<>();
    for (Metric metric : METRICS) {
      double share = side == Side.CANDIDATE ? worse.getOrDefault(metric.name(), 0.0) : 0;
      boolean up = metric.direction() == Direction.LOWER_IS_BETTER;
      double effect = Math.log1p(up ? share : -share);
      double value = 1_000 * Math.exp(noise.getAsDouble() + effect + drift * order.size());
      values.put(metric, metric.name().equals(Metric.LOSS) ? 0.0 : value);
    }
    return values;
  }

  public AbFindings experiment(AbPlan plan, Tolerances tolerances) throws InterruptedException {
    return new AbExperiment(plan, tolerances, this, (pair, from, to) -> {}, () -> nanos).run();
  }
}
