package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.experiment.gate.SimulatedBench.Noise;
import io.brokerbench.experiment.metric.Tolerances;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * How much the figures of a broker scatter when it is compared with itself, as it was measured: the
 * tables of docs/decisions/0029-usual-p99.md, 0032-jvms-settle-in-turns.md and
 * 0033-short-rounds.md, and that of {@code scripts/measure-gate --noise} in docs/gate.md. New
 * measurements replace the numbers here, and nothing else.
 *
 * <p>A round has a level that both sides share, which moves evenly during the round to that of the
 * next, and a deviation of each side.
 *
 * @param broker whose figures they are
 * @param ofJvm whether the usual tolerances are those of a JVM
 * @param round time of a round at default settings: both brokers started, twenty seconds of load
 *     that alternates after they have settled by it, and as long at capacity
 * @param scatters by path of the figure
 * @param stalls in which share of the rounds one side stalls so long that its mean is {@link
 *     #STALLED} times as long
 */
record MeasuredNoise(
    String broker, boolean ofJvm, Duration round, Map<String, Scatter> scatters, double stalls) {

  private static final String OTHER = "latency.endToEnd.p99";
  private static final String MEAN = "latency.endToEnd.mean";
  private static final double STALLED = 30;

  /**
   * Standard deviations of a figure's logarithm.
   *
   * @param ofDifference of the difference of both sides in a round
   * @param ofLevel of what both sides share, from round to round
   */
  record Scatter(double ofDifference, double ofLevel) {}

  /** How deviations are distributed. */
  enum Shape {
    /** By the normal distribution. */
    NORMAL("normal") {
      @Override
      double draw(SplittableRandom random) {
        return random.nextGaussian();
      }
    },
    /** By Student's t with three degrees of freedom, of the same standard deviation. */
    HEAVY_TAILED("heavy tails") {
      @Override
      double draw(SplittableRandom random) {
        double squares = 0;
        for (int i = 0; i < 3; i++) {
          double each = random.nextGaussian();
          squares += each * each;
        }
        return random.nextGaussian() / Math.sqrt(squares);
      }
    };

    final String title;

    Shape(String title) {
      this.title = title;
    }

    /** A deviation with a standard deviation of one. */
    abstract double draw(SplittableRandom random);
  }

  /**
   * The largest of three measurements: thirty rounds before their load on both sides was left out,
   * eleven after, on a day on which the machine was quieter, and forty of the campaign. The mean is
   * of the latter two.
   */
  static final MeasuredNoise MOSQUITTO =
      new MeasuredNoise(
          "Mosquitto",
          false,
          Duration.ofSeconds(51),
          Map.of(
              "broker.cpuPerMessage",
              new Scatter(0.034, 0.140),
              "latency.endToEnd.p50",
              new Scatter(0.017, 0.044),
              "latency.tail.p50",
              new Scatter(0.042, 0.114),
              MEAN,
              new Scatter(0.115, 0.108),
              OTHER,
              new Scatter(1.10, 0.94),
              "broker.peakRss",
              new Scatter(0.051, 0.074),
              "throughput.capacity",
              new Scatter(0.052, 0.175)),
          0);

  /** Likewise, of nine rounds before, six after, and 23 of the campaign. */
  static final MeasuredNoise ARTEMIS =
      new MeasuredNoise(
          "Artemis",
          true,
          Duration.ofSeconds(77),
          Map.of(
              "broker.cpuPerMessage",
              new Scatter(0.017, 0.032),
              "latency.endToEnd.p50",
              new Scatter(0.026, 0.072),
              "latency.tail.p50",
              new Scatter(0.134, 0.105),
              MEAN,
              new Scatter(0.231, 0.151),
              OTHER,
              new Scatter(0.61, 0.43),
              "broker.peakRss",
              new Scatter(0.112, 0.043),
              "throughput.capacity",
              new Scatter(0.060, 0.077)),
          0);

  /** Of sixteen rounds of the campaign, one of which had a stall: its mean is left out here. */
  static final MeasuredNoise HIVEMQ =
      new MeasuredNoise(
          "HiveMQ",
          true,
          Duration.ofSeconds(82),
          Map.of(
              "broker.cpuPerMessage",
              new Scatter(0.041, 0.044),
              "latency.endToEnd.p50",
              new Scatter(0.024, 0.025),
              "latency.tail.p50",
              new Scatter(0.124, 0.118),
              MEAN,
              new Scatter(0.059, 0.067),
              OTHER,
              new Scatter(0.74, 0.43),
              "broker.peakRss",
              new Scatter(0.019, 0.009),
              "throughput.capacity",
              new Scatter(0.052, 0.102)),
          1 / 16.0);

  /**
   * Throughput under an open load that both sides keep: as the schedule has it. In 79 rounds it was
   * the same on both sides; a little is assumed.
   */
  private static final Scatter OF_SCHEDULE = new Scatter(0.002, 0.002);

  /** Both sides alike, at default settings. */
  SimulatedBench bench(long seed, Shape shape) {
    return SimulatedBench.sliced(seed, new Levels(shape)).taking(round);
  }

  /** The usual ones for this broker. */
  Tolerances tolerances() {
    return ofJvm ? Tolerances.USUAL.forJvm() : Tolerances.USUAL;
  }

  /** What is not named is only reported, and scatters as the p99 of all deliveries does. */
  private Scatter of(Figure figure) {
    return figure.path().equals("throughput.received")
        ? OF_SCHEDULE
        : scatters.getOrDefault(figure.path(), scatters.get(OTHER));
  }

  /** The noise of one comparison: from each round to the next, levels move. */
  private final class Levels implements Noise {

    /** Slices of a round after the first one. */
    private static final double STEPS = 15;

    private final Shape shape;
    private final Map<Figure, Double> ends = new LinkedHashMap<>();

    Levels(Shape shape) {
      this.shape = shape;
    }

    @Override
    public Map<Side, Start> round(SplittableRandom random) {
      Map<Figure, Double> starts = new LinkedHashMap<>(ends);
      Map<Figure, Double> baseline = new LinkedHashMap<>();
      Map<Figure, Double> candidate = new LinkedHashMap<>();
      for (Figure figure : SimulatedBench.DRAWN) {
        Scatter scatter = of(figure);
        double ofSide = scatter.ofDifference() / Math.sqrt(2);
        ends.put(figure, scatter.ofLevel() * shape.draw(random));
        baseline.put(figure, ofSide * shape.draw(random));
        candidate.put(figure, ofSide * shape.draw(random));
      }
      if (stalls > 0 && random.nextDouble() < stalls) {
        (random.nextBoolean() ? baseline : candidate)
            .merge(FigureCatalogue.find(MEAN), Math.log(STALLED), Double::sum);
      }
      Map<Figure, Double> moved = new LinkedHashMap<>(ends);
      return Map.of(
          Side.BASELINE, side(starts, moved, baseline),
          Side.CANDIDATE, side(starts, moved, candidate));
    }

    private static Start side(
        Map<Figure, Double> starts, Map<Figure, Double> moved, Map<Figure, Double> deviations) {
      return (figure, slice) -> {
        double from = starts.getOrDefault(figure, 0.0);
        double level = from + (moved.get(figure) - from) * slice / STEPS;
        return level + deviations.get(figure);
      };
    }
  }
}
