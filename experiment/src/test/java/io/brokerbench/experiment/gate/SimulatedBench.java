package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.Better;
import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.bench.StopSwitch;
import io.brokerbench.experiment.compare.ComparisonRounds;
import io.brokerbench.experiment.compare.RoundBench;
import io.brokerbench.experiment.metric.ContractRun;
import io.brokerbench.experiment.metric.RunMeasurement;
import io.brokerbench.experiment.metric.RunMeasurement.Status;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Brokers whose figures scatter as a test wants it, and a clock that their rounds move. */
public final class SimulatedBench implements RoundBench {

  static final List<Figure> FIGURES =
      List.of(
          FigureCatalogue.find("throughput.received"),
          FigureCatalogue.find("latency.endToEnd.p50"),
          FigureCatalogue.find("latency.tail.p50"),
          FigureCatalogue.find("latency.endToEnd.p999"),
          FigureCatalogue.find("latency.acknowledge.p50"),
          FigureCatalogue.find("latency.acknowledge.p99"),
          FigureCatalogue.find("latency.acknowledge.p999"),
          FigureCatalogue.find("broker.cpuPerMessage"),
          FigureCatalogue.find("broker.peakRss"),
          FigureCatalogue.find("messages.loss"),
          FigureCatalogue.find("latency.endToEnd.mean"));

  /** Those and the capacity. */
  static final List<Figure> DRAWN =
      Stream.concat(FIGURES.stream(), Stream.of(FigureCatalogue.CAPACITY)).toList();

  /** One slice of each side in turns. */
  public static final RoundDesign ONE =
      new RoundDesign(RoundDesign.Arrangement.IN_TURNS, 1, Duration.ofSeconds(10), 0);

  /** Four slices side by side, and as many at capacity. */
  public static final RoundDesign FOUR =
      new RoundDesign(RoundDesign.Arrangement.SIDE_BY_SIDE, 4, Duration.ofSeconds(2), 4);

  /** The same, alternating between clients that stay connected. */
  public static final RoundDesign TURNS =
      new RoundDesign(RoundDesign.Arrangement.ALTERNATING, 20, Duration.ofMillis(500), 7);

  /** By how much the logarithms of a figure deviate in the slices of one start of a broker. */
  @FunctionalInterface
  public interface Noise {

    /** Draws the deviations of the slices of a round, for each side, and then for the capacity. */
    Map<Side, Start> round(SplittableRandom random);

    /** The same for each side. */
    static Noise of(Start start) {
      return random -> Map.of(Side.BASELINE, start, Side.CANDIDATE, start);
    }

    /** One start of a broker. */
    @FunctionalInterface
    interface Start {

      /**
       * By how much a figure deviates.
       *
       * @param slice its place among the slices of both sides in this round, from 0
       */
      double deviation(Figure figure, int slice);
    }
  }

  public final List<Side> order = new ArrayList<>();
  public long nanos;
  private final SplittableRandom random;
  private final Noise noise;
  private final RoundDesign design;
  private BiFunction<Side, RunMeasurement, RunMeasurement> change = (side, run) -> run;
  private final Map<String, Double> worse = new LinkedHashMap<>();
  private Optional<List<ContractRun>> stored = Optional.empty();
  private double drift;
  private long roundNanos = 50_000_000_000L;

  private SimulatedBench(RoundDesign design, Noise noise, SplittableRandom random) {
    this.random = random;
    this.design = design;
    this.noise = noise;
  }

  /** Whole runs in turns whose values scatter by the normal distribution. */
  public static SimulatedBench normal(long seed, double deviation) {
    SplittableRandom random = new SplittableRandom(seed);
    return new SimulatedBench(
        ONE, Noise.of((figure, slice) -> deviation * random.nextGaussian()), random);
  }

  /** Whole runs in turns: Student's t with two degrees of freedom, whose variance is infinite. */
  public static SimulatedBench heavyTailed(long seed, double scale) {
    SplittableRandom random = new SplittableRandom(seed);
    return new SimulatedBench(
        ONE,
        Noise.of(
            (figure, slice) -> {
              double u = random.nextDouble(1e-9, 1 - 1e-9);
              return scale * (2 * u - 1) / Math.sqrt(2 * u * (1 - u));
            }),
        random);
  }

  /** Slices side by side. */
  public static SimulatedBench sliced(long seed, Noise noise) {
    return new SimulatedBench(FOUR, noise, new SplittableRandom(seed));
  }

  /** Load that alternates. */
  public static SimulatedBench alternating(long seed, Noise noise) {
    return new SimulatedBench(TURNS, noise, new SplittableRandom(seed));
  }

  /**
   * A figure that the candidate is worse in, by a share of the baseline; further ones may follow.
   */
  public SimulatedBench worse(String figure, double share) {
    worse.put(figure, share);
    return this;
  }

  /** All figures grow by a share with each run. */
  public SimulatedBench drifting(double share) {
    drift = share;
    return this;
  }

  /** Each round lasts so long. */
  public SimulatedBench taking(Duration round) {
    roundNanos = round.toNanos();
    return this;
  }

  /** What becomes of each run of a side. */
  public SimulatedBench changing(BiFunction<Side, RunMeasurement, RunMeasurement> runs) {
    change = runs;
    return this;
  }

  /** How each run ends, by its side and its number from 1. */
  public SimulatedBench ending(BiFunction<Side, Integer, Status> statuses) {
    AtomicInteger runs = new AtomicInteger();
    return changing(
        (side, run) ->
            new RunMeasurement(
                statuses.apply(side, runs.incrementAndGet()), "as given", run.values(), run.run()));
  }

  /** The baseline is one whose runs kept their contracts so. */
  public SimulatedBench against(List<ContractRun> baseline) {
    stored = Optional.of(baseline);
    return this;
  }

  @Override
  public Optional<List<ContractRun>> storedBaseline() {
    return stored;
  }

  @Override
  public Simulated begin(int number, Side first) {
    nanos += roundNanos;
    Map<Side, Noise.Start> starts = noise.round(random);
    int before = order.size();
    return new Simulated() {
      @Override
      public RunMeasurement slice(Side side, boolean atCapacity) {
        order.add(side);
        Noise.Start start = starts.get(side);
        int slice = order.size() - before - 1;
        return change.apply(
            side,
            new RunMeasurement(
                Status.VALID, "", values(side, start, slice, atCapacity), side + "-" + number));
      }

      @Override
      public Map<Side, RunMeasurement> alternating(Side first, boolean atCapacity) {
        Map<Side, RunMeasurement> both = new EnumMap<>(Side.class);
        both.put(first, slice(first, atCapacity));
        both.put(first.other(), slice(first.other(), atCapacity));
        return both;
      }
    };
  }

  /** A round that throws nothing. */
  interface Simulated extends StartedRound {
    @Override
    RunMeasurement slice(Side side, boolean atCapacity);

    @Override
    Map<Side, RunMeasurement> alternating(Side first, boolean atCapacity);

    @Override
    default void close() {}
  }

  private Map<Figure, Double> values(Side side, Noise.Start start, int slice, boolean atCapacity) {
    Map<Figure, Double> values = new LinkedHashMap<>();
    for (Figure figure : FIGURES) {
      boolean capacity = atCapacity && figure.path().equals("throughput.received");
      Figure drawn = capacity ? FigureCatalogue.CAPACITY : figure;
      double share = side == Side.CANDIDATE ? worse.getOrDefault(drawn.path(), 0.0) : 0;
      double effect = Math.log1p(figure.better() == Better.LOWER ? share : -share);
      double deviation = start.deviation(drawn, slice) + effect + drift * order.size();
      values.put(figure, figure.path().equals(Figure.LOSS) ? 0.0 : 1_000 * Math.exp(deviation));
    }
    return values;
  }

  public AbFindings experiment(AbPlan plan, Tolerances tolerances) throws InterruptedException {
    return new ComparisonRounds(
            plan,
            design,
            () -> tolerances,
            this,
            (round, from, to) -> {},
            () -> nanos,
            new StopSwitch())
        .run();
  }
}
