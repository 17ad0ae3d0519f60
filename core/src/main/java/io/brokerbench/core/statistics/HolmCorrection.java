package io.brokerbench.core.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's correction for several tests at once: the chance that any of those that are true is
 * rejected stays below the level, however they depend on each other.
 */
public final class HolmCorrection {

  private HolmCorrection() {}

  /** The chances, in the same order, as they compare with the level for all of them. */
  public static double[] adjusted(double[] chances) {
    double[] adjusted = new double[chances.length];
    List<Integer> order =
        IntStream.range(0, chances.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> chances[i]))
            .toList();
    double greatest = 0;
    for (int i = 0; i < chances.length; i++) {
      int test = order.get(i);
      greatest = Math.max(greatest, chances[test] * (chances.length - i));
      adjusted[test] = Math.min(1, greatest);
    }
    return adjusted;
  }
}
