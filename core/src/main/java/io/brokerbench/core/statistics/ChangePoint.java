package io.brokerbench.core.statistics;

/**
 * A place at which the level of a series changes.
 *
 * @param index of the first value of the new level
 * @param before mean from the change before, or the start, to this one
 * @param after mean from this one to the next, or the end
 * @param p chance of a difference as great as this, were there none
 */
public record ChangePoint(int index, double before, double after, double p) {

  /** By how much the level rises, as a share of what it was; 0 where that was 0. */
  public double change() {
    return before == 0 ? 0 : after / before - 1;
  }

  /** The greater of the changes there and back, without its sign: halving and doubling are 1. */
  public double magnitude() {
    double back = after == 0 ? 0 : before / after - 1;
    return Math.max(Math.abs(change()), Math.abs(back));
  }
}
