package io.brokerbench.experiment.gate;

import io.brokerbench.core.figure.Figure;
import io.brokerbench.core.statistics.HolmCorrection;
import io.brokerbench.core.statistics.RankShift;
import io.brokerbench.experiment.metric.ComparedValues;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Decides about a candidate.
 *
 * <p>For each figure, the tolerance is a margin of non-inferiority, and the decision follows from
 * where the confidence interval of the change lies: PASS if its worse end is within the tolerance;
 * REGRESSED if all of it is beyond, and Holm's correction for the number of figures leaves the
 * chance of that at 5 % at most; else INCONCLUSIVE. So of candidates that are within the tolerance
 * in truth, at most 1 of 20 is called REGRESSED, over all figures and looks together; of those that
 * are beyond it in some figure, at most 1 of 40 is passed. See docs/decisions.
 *
 * <p>Stateless.
 */
public final class Gate {

  /** Fewest repetitions of each side for a verdict: fewer cannot give a 95 % interval by ranks. */
  public static final int LEAST_REPETITIONS = 6;

  /** Chance that the truth lies beyond an end of an interval. */
  static final double SIDE = 0.025;

  /** Chance of a false alarm, over all figures and looks. */
  static final double ALARM = 0.05;

  private static final double POWER = 0.9;
  private static final int MOST_NEEDED = 1_000;

  private Gate() {}

  /** Judges a finished experiment at one look. */
  public static GateVerdict judge(List<ComparedValues> samples) {
    return judge(samples, 1);
  }

  /**
   * Judges at one of several looks.
   *
   * @param part of the error rate that this look may use, at most 1
   */
  public static GateVerdict judge(List<ComparedValues> samples, double part) {
    double[] chances = new double[samples.size()];
    for (int i = 0; i < chances.length; i++) {
      chances[i] = chance(samples.get(i));
    }
    double[] adjusted = HolmCorrection.adjusted(chances);
    List<FigureComparison> figures = new ArrayList<>();
    for (int i = 0; i < chances.length; i++) {
      ComparedValues each = samples.get(i);
      double corrected = part > 0 ? Math.min(1, adjusted[i] / part) : 1;
      figures.add(
          new FigureComparison(
              each.figure(), outcome(each, corrected, part), each.baseline(), each.candidate()));
    }
    return GateVerdict.of(figures);
  }

  private static double chance(ComparedValues samples) {
    if (samples.figure().comparedByCounting()) {
      return LossRule.chance(samples);
    }
    return samples.least() < 2 ? 1 : samples.worsening().chanceIfAtMost(samples.figure().margin());
  }

  private static GateOutcome outcome(ComparedValues samples, double chance, double part) {
    if (samples.figure().comparedByCounting()) {
      return samples.least() < LEAST_REPETITIONS
          ? tooFew(samples, LossRule.evidence(samples, chance, part))
          : LossRule.outcome(samples, chance, part);
    }
    RankShift shift = samples.worsening();
    if (samples.least() < 2 || part <= 0) {
      return tooFew(samples, unknown(samples, shift));
    }
    Figure figure = samples.figure();
    double low = shift.low(SIDE * part);
    double high = shift.high(SIDE * part);
    Evidence evidence = evidence(samples, shift, new double[] {low, high}, part, chance);
    if (samples.least() < LEAST_REPETITIONS) {
      return tooFew(samples, evidence);
    }
    if (high <= figure.margin()) {
      return new Pass(evidence);
    }
    if (chance <= ALARM && low > figure.margin()) {
      return new Regressed(evidence);
    }
    String reason =
        low > figure.margin()
            ? "beyond the tolerance, but not when corrected for the number of figures"
            : "the interval holds values within and beyond the tolerance";
    return new Inconclusive(evidence, reason, needed(samples, shift.estimate(), high - low));
  }

  private static Evidence evidence(
      ComparedValues samples, RankShift shift, double[] ends, double part, double chance) {
    Figure figure = samples.figure();
    double seen = smallestDetectable((ends[1] - ends[0]) / 2, SIDE * part);
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

  /** What an interval of this half width leaves zero out of with the chance {@link #POWER}. */
  static double smallestDetectable(double halfWidth, double side) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    return halfWidth
        * (1
            + normal.inverseCumulativeProbability(POWER) / normal.inverseSurvivalProbability(side));
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
}
