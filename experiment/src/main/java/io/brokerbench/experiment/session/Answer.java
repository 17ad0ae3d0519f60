package io.brokerbench.experiment.session;

import io.brokerbench.core.figure.ThresholdCheck;
import io.brokerbench.core.result.Verdict;
import io.brokerbench.experiment.gate.GateVerdict;
import java.util.List;

/** What a result means to a release pipeline, which acts on a yes or a no. */
public enum Answer {
  /** Yes: nothing is wrong. */
  YES,
  /** No: the broker did not keep up, broke its contract, or is worse than the baseline. */
  NO,
  /** The comparison is valid and does not decide. */
  INCONCLUSIVE,
  /** The measurement says nothing about the broker. */
  INVALID,
  /** The environment ended it early. */
  BROKE_OFF;

  /** The same, and a no where it would be none and a threshold is crossed. */
  Answer unlessCrossed(List<ThresholdCheck> thresholds) {
    boolean open = this == YES || this == INCONCLUSIVE;
    return open && thresholds.stream().anyMatch(ThresholdCheck::isCrossed) ? NO : this;
  }

  static Answer of(Verdict.Status status) {
    return switch (status) {
      case OK -> YES;
      case CONTRACT_BROKEN, BROKER_LIMITED, FAILED -> NO;
      case GENERATOR_LIMITED, DISTURBED -> INVALID;
    };
  }

  /** The answer of a gate: no, where a contract that no busy machine excuses was broken. */
  public static Answer of(GateVerdict verdict) {
    return switch (verdict.decision()) {
      case PASS -> YES;
      case REGRESSED -> NO;
      case INCONCLUSIVE -> verdict.withholdsPass() ? NO : INCONCLUSIVE;
    };
  }
}
