package io.brokerbench.cli;

import io.brokerbench.core.gate.AbPlan;
import io.brokerbench.core.gate.Side;
import io.brokerbench.core.gate.SideMeasure;
import io.brokerbench.core.gate.Tolerances;
import java.util.Optional;

/**
 * An interleaved comparison that is asked for.
 *
 * @param baseline to compare with
 * @param candidate to be judged
 * @param judging how
 */
record AbRequest(BaselineSource baseline, RunSession.Request candidate, Judging judging) {

  /**
   * How it is judged.
   *
   * @param plan how far it may go
   * @param tolerances by how much metrics may be worse
   * @param measure how a side is measured once
   * @param options for reports and the exit code
   */
  record Judging(AbPlan plan, Tolerances tolerances, SideMeasure measure, GateOptions options) {

    /** The same with another plan. */
    Judging withPlan(AbPlan other) {
      return new Judging(other, tolerances, measure, options);
    }
  }

  /**
   * Where the baseline's figures come from: one of both.
   *
   * @param live a broker to be run
   * @param stored figures measured before
   */
  record BaselineSource(Optional<RunSession.Request> live, Optional<StoredBaseline> stored) {

    static BaselineSource of(RunSession.Request live) {
      return new BaselineSource(Optional.of(live), Optional.empty());
    }

    static BaselineSource of(StoredBaseline stored) {
      return new BaselineSource(Optional.empty(), Optional.of(stored));
    }

    String selector() {
      return live.map(RunSession.Request::selector)
          .orElseGet(() -> stored.orElseThrow().subject().source());
    }
  }

  /** What is run for a side; nothing for a stored one. */
  Optional<RunSession.Request> live(Side side) {
    return side == Side.CANDIDATE ? Optional.of(candidate) : baseline.live();
  }
}
