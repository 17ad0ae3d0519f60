package io.brokerbench.cli.session;

import io.brokerbench.cli.option.GateOptions;
import io.brokerbench.core.compare.SideMeasure;
import io.brokerbench.core.gate.AbPlan;
import io.brokerbench.core.gate.Side;
import io.brokerbench.core.metric.Tolerances;
import java.util.Optional;

/**
 * An interleaved comparison that is asked for.
 *
 * @param baseline to compare with
 * @param candidate to be judged
 * @param judging how
 */
public record AbRequest(BaselineSource baseline, RunSession.Request candidate, Judging judging) {

  /**
   * How it is judged.
   *
   * @param plan how far it may go
   * @param tolerances by how much metrics may be worse
   * @param measure how a side is measured once
   * @param options for reports and the exit code
   */
  public record Judging(
      AbPlan plan, Tolerances tolerances, SideMeasure measure, GateOptions options) {

    /** The same with another plan. */
    public Judging withPlan(AbPlan other) {
      return new Judging(other, tolerances, measure, options);
    }
  }

  /**
   * Where the baseline's figures come from: one of both.
   *
   * @param live a broker to be run
   * @param stored figures measured before
   */
  public record BaselineSource(Optional<RunSession.Request> live, Optional<StoredBaseline> stored) {

    public static BaselineSource of(RunSession.Request live) {
      return new BaselineSource(Optional.of(live), Optional.empty());
    }

    public static BaselineSource of(StoredBaseline stored) {
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
