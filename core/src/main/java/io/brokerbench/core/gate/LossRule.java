package io.brokerbench.core.gate;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How losses are compared: by counting, as most runs lose nothing.
 *
 * <p>PASS where the candidate lost no more, over all repetitions, than the baseline and the
 * tolerance. More than that is REGRESSED when the ranks say that it isn't chance, and INCONCLUSIVE
 * until then: one lossy run is a reason to look, not a proof.
 */
final class LossRule {

  private LossRule() {}

  /** By how much the candidate's shares are above the baseline's and the tolerance. */
  static RankShift excess(Samples samples) {
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

  static double chance(Samples samples) {
    return excess(samples).chanceOfRanksIfAtMost(samples.metric().tolerance());
  }

  static GateOutcome outcome(Samples samples, double chance) {
    Evidence evidence = evidence(samples, chance);
    if (evidence.change() <= samples.metric().tolerance()) {
      return new Pass(evidence);
    }
    return chance <= Gate.ALARM
        ? new Regressed(evidence)
        : new Inconclusive(
            evidence,
            "the candidate lost more, but in too few of the runs to rule out chance",
            OptionalInt.empty());
  }

  static Evidence evidence(Samples samples, double chance) {
    return new Evidence(
        mean(samples.candidate()) - mean(samples.baseline()),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        samples.metric().tolerance(),
        OptionalDouble.of(chance),
        samples.baseline().size(),
        samples.candidate().size());
  }

  private static double mean(List<Double> shares) {
    return shares.stream().mapToDouble(v -> v).average().orElseThrow();
  }
}
