package io.brokerbench.experiment.gate;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Names of the runs of an interleaved comparison, for their files: {@code pair-01-candidate}, and
 * {@code pair-01-candidate-again-2} where the pair had to be run again. Not for use by several
 * threads.
 */
public final class RunNames {

  private final Set<String> given = new HashSet<>();

  /** The name of the next run of a side for a pair, from 1. */
  public String next(Side side, int pair) {
    String name = String.format(Locale.ROOT, "pair-%02d-%s", pair, side.title());
    String free = name;
    for (int i = 2; !given.add(free); i++) {
      free = name + "-again-" + i;
    }
    return free;
  }
}
