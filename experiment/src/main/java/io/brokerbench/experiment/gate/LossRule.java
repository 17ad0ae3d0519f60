package io.brokerbench.experiment.gate;

import io.brokerbench.core.statistics.RankShift;
import io.brokerbench.experiment.metric.ComparedValues;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How losses are compared: by counting, as most runs lose nothing.
 *
 * <p>REGRESSED when the ranks say that it is not chance that the candidate lost more than the
 * baseline and the tolerance, also where one bad repetition of the baseline makes its mean the
 * greater. Until then it is INCONCLUSIVE where the candidate lost more than twice as much as the
 * baseline, as one lossy run is a reason to look and no proof, or where it is only the correction
 * that leaves room for chance. Less loss, or about as much on both sides, passes.
 */
final class LossRule {

  private LossRule() {}

  /** By how much the candidate's shares are above the baseline's and the tolerance. */
  static RankShift excess(ComparedValues samples) {
    double[] from = samples.baseline().stream().mapToDouble(v -> v).toArray();
    double[] to = samples.candidate().stream().mapToDouble(v -> v).toArray();
    if (!samples.paired()) {
      return RankShift.unpaired(from, to);
    }
    for (int i = 0; i < to.length; i++) {
      to[i] -= from[i];
    }
    return RankShift.paired(to);
  }

  static double chance(ComparedValues samples) {
    return excess(samples).chanceOfRanksIfAtMost(samples.figure().tolerated());
  }

  static GateOutcome outcome(ComparedValues samples, double chance, Gate.Look look) {
    Evidence evidence = evidence(samples, chance, look);
    if (chance <= Gate.ALPHA) {
      return new Regressed(evidence);
    }
    double usual = samples.baseline().stream().mapToDouble(share -> share).average().orElse(0);
    boolean likeBaseline = evidence.change() <= samples.figure().tolerated() + usual;
    if (likeBaseline && chance(samples) > Gate.ALPHA) {
      return new Pass(evidence);
    }
    return new Inconclusive(
        evidence,
        evidence.change() <= samples.figure().tolerated()
            ? "the candidate lost more in most of the runs, though not in all together"
            : "the candidate lost more, but in too few of the runs to rule out chance",
        OptionalInt.empty());
  }

  /** Of the difference of the mean shares; without an interval where no run lost anything. */
  static Evidence evidence(ComparedValues samples, double chance, Gate.Look look) {
    MeanDifference difference = MeanDifference.of(samples);
    Optional<Double> half =
        samples.least() < 2 || look.side() <= 0
            ? Optional.empty()
            : difference.halfWidth(look.side());
    return new Evidence(
        difference.mean(),
        optional(half.map(width -> Math.max(-1, difference.mean() - width))),
        optional(half.map(width -> Math.min(1, difference.mean() + width))),
        optional(half.map(width -> samples.figure().tolerated() + look.smallestDetectable(width))),
        samples.figure().tolerated(),
        OptionalDouble.of(chance),
        samples.baseline().size(),
        samples.candidate().size());
  }

  private static OptionalDouble optional(Optional<Double> value) {
    return value.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
  }
}
