package io.brokerbench.experiment.compare;

import io.brokerbench.experiment.gate.Side;
import java.util.SplittableRandom;

/** Whose turn is first in each round: blocks of two rounds, ABBA or BAAB by the seed. */
final class TurnOrder {

  private final long seed;

  TurnOrder(long seed) {
    this.seed = seed;
  }

  /**
   * Which side is first.
   *
   * @param pair index of the pair, from 0
   */
  Side first(int pair) {
    boolean baselineFirst = new SplittableRandom(seed * 31 + pair / 2).nextBoolean();
    boolean second = pair % 2 == 1;
    return baselineFirst != second ? Side.BASELINE : Side.CANDIDATE;
  }
}
