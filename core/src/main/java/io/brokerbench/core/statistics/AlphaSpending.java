package io.brokerbench.core.statistics;

/**
 * Alpha spending: when a comparison under way may be judged, and with which part of its error rate.
 *
 * <p>The error rate of the whole is spent as the experiment goes on (Lan and DeMets), by a power of
 * the share done (Kim and DeMets), and a look may use what has been spent since the one before. As
 * all parts add up to the whole, so do the chances of error at all looks, however the looks depend
 * on each other: the error rate holds under early stopping for any test that holds it at one look.
 *
 * <p>For one experiment, on one thread.
 */
public final class AlphaSpending {

  /** Between 1, which spends evenly, and 3, which leaves almost all to the end. */
  static final double POWER = 2;

  private static final double[] SHARES = {0.3, 0.5, 0.75};

  private double spent;
  private int next;

  /** Whether it is time to look. */
  public boolean due(double shareDone) {
    return next < SHARES.length && shareDone >= SHARES[next] && shareDone < 1;
  }

  /**
   * A look before the end.
   *
   * @return part of the error rate that it may use
   */
  public double look(double shareDone) {
    while (next < SHARES.length && shareDone >= SHARES[next]) {
      next++;
    }
    return spend(Math.pow(Math.min(1, shareDone), POWER));
  }

  /** The look at the end, which may use what is left. */
  public double last() {
    next = SHARES.length;
    return spend(1);
  }

  private double spend(double until) {
    double part = Math.max(0, until - spent);
    spent += part;
    return part;
  }
}
