package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.statistics.RankShift;
import io.brokerbench.experiment.metric.ComparedValues;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Decides about a candidate.
 *
 * <p>For each figure, the tolerance is a margin of non-inferiority, and the decision follows from
 * where the true change may lie: PASS if it is within the tolerance but for a chance of 5 %;
 * REGRESSED if it is beyond but for such a chance, corrected for the number of figures that decide
 * (Holm); else INCONCLUSIVE. All figures have to pass for the candidate to pass (an
 * intersection-union test), so that PASS needs no correction. Of candidates that are within the
 * tolerance in truth, at most 1 of 20 is called REGRESSED, over all figures and looks together; of
 * those that are beyond it in some figure, about 1 of 20 is passed, and fewer the further they are
 * beyond. See docs/decisions.
 *
 * <p>Stateless.
 */
public final class Gate {

  /** Fewest repetitions of each side for a verdict. */
  public static final int LEAST_REPETITIONS = 6;

  /** Chance that the truth lies beyond an end of an interval; of a false PASS; of a false alarm. */
  public static final double ALPHA = 0.05;

  /**
   * What false alarms are held at, as the levels of early looks are those of a normal statistic:
   * with heavy tails and few rounds, ranks exceed them a little.
   */
  private static final double HELD = 0.03;

  /** The level of a finished experiment that is looked at once. */
  public static final DoubleUnaryOperator ONCE = alpha -> alpha;

  private static final int MOST_NEEDED = 1_000;

  private Gate() {}

  /** Judges a finished experiment at one look. */
  public static GateVerdict judge(List<ComparedValues> samples) {
    return judge(samples, ONCE);
  }

  /**
   * Judges at one of several looks.
   *
   * @param level the level of significance of this look, of an error rate of all looks together
   */
  public static GateVerdict judge(List<ComparedValues> samples, DoubleUnaryOperator level) {
    double[] chances = chances(samples, level);
    int deciding = (int) samples.stream().filter(each -> each.figure().decides()).count();
    return GateVerdict.of(
        IntStream.range(0, chances.length)
            .mapToObj(
                i -> {
                  int tested = samples.get(i).figure().decides() ? deciding : 1;
                  Look look =
                      new Look(level.applyAsDouble(ALPHA), level.applyAsDouble(HELD / tested));
                  return compared(samples.get(i), outcome(samples.get(i), chances[i], look));
                })
            .toList());
  }

  private static FigureComparison compared(ComparedValues samples, GateOutcome outcome) {
    return new FigureComparison(samples.figure(), outcome, samples.baseline(), samples.candidate());
  }

  /**
   * The chance of each figure's values if it were within its tolerance, in terms of the whole
   * experiment: at most {@link #ALPHA} where it has regressed. Those that decide are corrected for
   * their number.
   */
  private static double[] chances(List<ComparedValues> samples, DoubleUnaryOperator level) {
    double[] chances = samples.stream().mapToDouble(Gate::chance).toArray();
    int[] deciding =
        IntStream.range(0, chances.length)
            .filter(i -> samples.get(i).figure().decides())
            .boxed()
            .sorted(Comparator.comparingDouble(i -> chances[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] ofAll = Arrays.stream(chances).map(chance -> ofAllLooks(chance, 1, level)).toArray();
    double least = 0;
    for (int i = 0; i < deciding.length; i++) {
      least = Math.max(least, ofAllLooks(chances[deciding[i]], deciding.length - i, level));
      ofAll[deciding[i]] = least;
    }
    return ofAll;
  }

  private static double ofAllLooks(double chance, int figures, DoubleUnaryOperator level) {
    double atThisLook = level.applyAsDouble(HELD / figures);
    return atThisLook > 0 ? Math.min(1, chance / atThisLook * ALPHA) : 1;
  }

  private static double chance(ComparedValues samples) {
    if (samples.figure().comparedByCounting()) {
      return LossRule.chance(samples);
    }
    return samples.least() < 2 ? 1 : samples.worsening().chanceIfAtMost(samples.figure().margin());
  }

  private static GateOutcome outcome(ComparedValues samples, double chance, Look look) {
    if (samples.figure().comparedByCounting()) {
      return samples.least() < LEAST_REPETITIONS
          ? tooFew(samples, LossRule.evidence(samples, chance, look))
          : LossRule.outcome(samples, chance, look);
    }
    RankShift shift = samples.worsening();
    if (samples.least() < 2 || look.side() <= 0) {
      return tooFew(samples, unknown(samples, shift));
    }
    Figure figure = samples.figure();
    double low = shift.low(look.side());
    double high = shift.high(look.side());
    Evidence evidence = evidence(samples, shift, new double[] {low, high}, look, chance);
    if (samples.least() < LEAST_REPETITIONS) {
      return tooFew(samples, evidence);
    }
    if (high <= figure.margin()) {
      return new Pass(evidence);
    }
    if (chance <= ALPHA && low > figure.margin()) {
      return new Regressed(evidence);
    }
    String reason =
        low > figure.margin()
            ? "beyond the tolerance, but not when corrected for the number of figures"
            : "the interval holds values within and beyond the tolerance";
    return new Inconclusive(evidence, reason, needed(samples, shift.estimate(), high - low));
  }

  private static Evidence evidence(
      ComparedValues samples, RankShift shift, double[] ends, Look look, double chance) {
    Figure figure = samples.figure();
    double seen = figure.margin() + look.smallestDetectable((ends[1] - ends[0]) / 2);
    double first = figure.change(ends[0]);
    double second = figure.change(ends[1]);
    return new Evidence(
        figure.change(shift.estimate()),
        OptionalDouble.of(Math.min(first, second)),
        OptionalDouble.of(Math.max(first, second)),
        OptionalDouble.of(Math.abs(figure.change(seen))),
        figure.tolerated(),
        OptionalDouble.of(chance),
        samples.baseline().size(),
        samples.candidate().size());
  }

  private static Evidence unknown(ComparedValues samples, RankShift shift) {
    return new Evidence(
        samples.figure().change(shift.estimate()),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        samples.figure().tolerated(),
        OptionalDouble.empty(),
        samples.baseline().size(),
        samples.candidate().size());
  }

  private static Inconclusive tooFew(ComparedValues samples, Evidence evidence) {
    int have = samples.least();
    return new Inconclusive(
        evidence,
        "%d repetition%s of a side; a verdict needs %d"
            .formatted(have, have == 1 ? "" : "s", LEAST_REPETITIONS),
        OptionalInt.of(LEAST_REPETITIONS));
  }

  /** So many that the interval, as it narrows, probably leaves the margin on one side. */
  private static OptionalInt needed(ComparedValues samples, double estimate, double width) {
    double distance = Math.abs(samples.figure().margin() - estimate);
    double ratio = width / 2 / distance;
    double needed = Math.ceil(samples.least() * ratio * ratio);
    return needed <= MOST_NEEDED
        ? OptionalInt.of((int) Math.max(needed, samples.least() + 1))
        : OptionalInt.empty();
  }

  /**
   * What one look at a figure may use of the error rates.
   *
   * @param side level of each end of its interval
   * @param rejects level at which it has regressed, corrected for the number of figures that
   *     decide; not above the other
   */
  record Look(double side, double rejects) {

    private static final double POWER = 0.9;

    /**
     * What lies so far above a margin that it is found to lie above it with the chance {@value
     * #POWER}: the estimate has to be above by as many standard errors as rejecting takes, and is
     * above the truth by those of the power less. Taken as normal.
     *
     * @param halfWidth of the interval
     */
    double smallestDetectable(double halfWidth) {
      NormalDistribution normal = NormalDistribution.of(0, 1);
      double inInterval = normal.inverseSurvivalProbability(side);
      double toReject = rejects > 0 ? normal.inverseSurvivalProbability(rejects) : inInterval;
      return halfWidth / inInterval * (toReject + normal.inverseCumulativeProbability(POWER));
    }
  }
}
