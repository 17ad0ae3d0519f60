package io.brokerbench.core.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Alpha spending: when a comparison under way may be judged, and at which level of significance, so
 * that all looks together err no more often than one would.
 *
 * <p>The error rate is spent as the experiment goes on (Lan and DeMets 1983), by a power of the
 * share done (Kim and DeMets 1987). The level of each look follows from the joint distribution of
 * the statistics of all looks, whose increments are independent, by the recursive integration of
 * Armitage, McPherson and Rowe (1969). It holds for tests whose statistic is about normal; the
 * error rates of ours are held by simulation.
 *
 * <p>For one experiment, on one thread.
 */
public final class AlphaSpending {

  /** Between 1, which spends evenly, and 3, which leaves almost all to the end. */
  static final double POWER = 1.5;

  private static final double[] SHARES = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

  private final List<InterimAnalysis> looks = new ArrayList<>();
  private final Map<Double, Boundary> boundaries = new HashMap<>();
  private int next;

  /**
   * One analysis.
   *
   * @param information how much was known: a number of repetitions
   * @param spent share of the error rate that was released until then
   */
  private record InterimAnalysis(double information, double spent) {}

  /** Whether it is time to look. */
  public boolean due(double shareDone) {
    return next < SHARES.length && shareDone >= SHARES[next] && shareDone < 1;
  }

  /**
   * Looks before the end.
   *
   * @param repetitions that there are, more than at the look before
   */
  public void look(double shareDone, int repetitions) {
    while (next < SHARES.length && shareDone >= SHARES[next]) {
      next++;
    }
    add(new InterimAnalysis(repetitions, Math.pow(Math.min(1, shareDone), POWER)));
  }

  /** Looks at the end, where all that is left may be spent. */
  public void last(int repetitions) {
    next = SHARES.length;
    add(new InterimAnalysis(repetitions, 1));
  }

  /** Another look at the same data replaces the one before, as it says the same. */
  private void add(InterimAnalysis analysis) {
    int last = looks.size() - 1;
    if (last >= 0 && looks.get(last).information() >= analysis.information()) {
      looks.remove(last);
      boundaries.clear();
    }
    looks.add(analysis);
  }

  /** The number of looks so far. */
  public int looks() {
    return looks.size();
  }

  /**
   * The level of the latest look: a chance of at most that much may be called significant.
   *
   * @param alpha error rate of all looks together, one-sided
   * @return zero where nothing may be spent yet
   */
  public double level(double alpha) {
    Boundary boundary = boundaries.computeIfAbsent(alpha, Boundary::new);
    while (boundary.done < looks.size()) {
      boundary.advance(looks.get(boundary.done));
    }
    return boundary.level;
  }

  /** The boundaries of one error rate, and the density of the statistic between them. */
  private static final class Boundary {

    /** Below it, nothing is left of a normal distribution. */
    private static final double LOWEST = -8;

    private static final int CELLS = 80;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private final double alpha;
    private double[] sums = {0};
    private double[] weights = {1};
    private double information;
    private double spent;
    private int done;
    private double level;

    Boundary(double alpha) {
      this.alpha = alpha;
    }

    void advance(InterimAnalysis analysis) {
      done++;
      double root = Math.sqrt(analysis.information());
      double step = Math.sqrt(analysis.information() - information);
      double release = alpha * analysis.spent() - spent;
      double bound = release <= 0 ? Double.POSITIVE_INFINITY : bound(release, root, step);
      level = NORMAL.survivalProbability(bound);
      spent = Math.max(spent, alpha * analysis.spent());
      keepBelow(Math.min(bound, -LOWEST), root, step);
      information = analysis.information();
    }

    /** The statistic that is exceeded for the first time at this look with the chance given. */
    private double bound(double chance, double root, double step) {
      double low = LOWEST;
      double high = -LOWEST;
      while (high - low > 1e-9) {
        double middle = (low + high) / 2;
        if (above(middle * root, step) > chance) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return high;
    }

    private double above(double sum, double step) {
      double all = 0;
      for (int i = 0; i < sums.length; i++) {
        all += weights[i] * NORMAL.survivalProbability((sum - sums[i]) / step);
      }
      return all;
    }

    /** The density of the sum, where it goes on, as the weights of Simpson's rule. */
    private void keepBelow(double bound, double root, double step) {
      double width = (bound - LOWEST) * root / CELLS;
      double[] nextSums = new double[CELLS + 1];
      double[] nextWeights = new double[CELLS + 1];
      for (int i = 0; i <= CELLS; i++) {
        nextSums[i] = LOWEST * root + i * width;
        double density = 0;
        for (int j = 0; j < sums.length; j++) {
          double z = (nextSums[i] - sums[j]) / step;
          density += weights[j] * Math.exp(-z * z / 2);
        }
        double simpson = i == 0 || i == CELLS ? 1 : i % 2 == 1 ? 4 : 2;
        nextWeights[i] = density / (step * Math.sqrt(2 * Math.PI)) * simpson * width / 3;
      }
      sums = nextSums;
      weights = nextWeights;
    }
  }
}
