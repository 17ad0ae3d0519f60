package io.brokerbench.experiment.search;

import java.util.List;

/**
 * Where a limit lies that is not quite the same in each step, by all that steps near it say of it.
 *
 * <p>Bayes' rule on a grid. In each step, the broker can carry the limit times one plus a normal
 * deviate of an unknown size. A rate that was sustained says that this was above it, a rate that
 * failed that it was below, and that what was carried is what it could, give or take as much again.
 * Every size and every limit are as likely as each other before the first step, and one step of a
 * hundred means nothing at all, so that none can make a limit impossible.
 *
 * @param perSecond as likely too high as too low
 * @param spread half the width of the middle 68 %, as a share
 */
record LimitEstimate(double perSecond, double spread) {

  private static final int POINTS = 120;

  /** Growth of the backlog that a steady window does not show, as a share of the rate. */
  private static final double UNSEEN = 0.005;

  private static final double MEANINGLESS = 0.01;

  /** By how much steps may vary, in units of how close the result is to be. */
  private static final double[] DEVIATIONS = {0.1, 0.25, 0.5, 1, 1.5};

  /** How far from the bracket steps may be to be asked, in the same units. */
  private static final double NEAR = 6;

  /** How far from the bracket the limit may be. */
  private static final double BEYOND = 4;

  /** Of the standard normal distribution's own, by the logistic one. */
  private static final double LOGISTIC = 1.702;

  /**
   * The estimate.
   *
   * @param steps those further away are left out
   * @param low highest rate sustained
   * @param high lowest rate that was not
   * @param within how close the result is to be, as a share
   */
  static LimitEstimate of(List<SearchStep> steps, double low, double high, double within) {
    List<SearchStep> near =
        steps.stream()
            .filter(step -> step.offeredPerSecond() > low * (1 - NEAR * within))
            .filter(step -> step.offeredPerSecond() < high * (1 + NEAR * within))
            .toList();
    double from = low / (1 + BEYOND * within);
    double ratio = high / from * (1 + BEYOND * within);
    double[] sums = new double[POINTS];
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
      double limit = from * Math.pow(ratio, i / (POINTS - 1.0));
      for (double deviation : DEVIATIONS) {
        sum += likelihood(near, limit, deviation * within);
      }
      sums[i] = sum;
    }
    double step = Math.log(ratio) / (POINTS - 1);
    return new LimitEstimate(
        from * Math.exp(step * quantile(sums, 0.5)),
        step * (quantile(sums, 0.84) - quantile(sums, 0.16)) / 2);
  }

  /** As an index of the grid. */
  private static double quantile(double[] sums, double share) {
    double wanted = share * sums[POINTS - 1];
    int i = 0;
    while (sums[i] < wanted) {
      i++;
    }
    double before = i == 0 ? 0 : sums[i - 1];
    return i - 0.5 + (wanted - before) / (sums[i] - before);
  }

  private static double likelihood(List<SearchStep> steps, double limit, double deviation) {
    double product = 1;
    for (SearchStep step : steps) {
      product *= MEANINGLESS + likelihood(step, limit, deviation);
    }
    return product;
  }

  private static double likelihood(SearchStep step, double limit, double deviation) {
    double rate = step.offeredPerSecond() / limit;
    if (step.sustained()) {
      return below((1 + UNSEEN - rate) / deviation);
    }
    if (step.limitGuessPerSecond().isEmpty()) {
      return below((rate - 1 - UNSEEN) / deviation);
    }
    double carried = Math.min(rate, step.limitGuessPerSecond().getAsDouble() / limit);
    double reading = deviation * Math.sqrt(2);
    double z = (carried - 1) / reading;
    double density = Math.exp(-z * z / 2) / (reading * Math.sqrt(2 * Math.PI));
    // what it could carry lies half-way between the limit and the reading, and below the rate
    return density * below((rate - (1 + carried) / 2) / (deviation / Math.sqrt(2)));
  }

  /** Probability of a standard normal deviate below z. */
  private static double below(double z) {
    return 1 / (1 + Math.exp(-LOGISTIC * z));
  }
}
