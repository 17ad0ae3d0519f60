package io.brokerbench.experiment.gate;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Names of the runs of an interleaved comparison, for their files: {@code round-01-candidate-1},
 * and {@code round-01-candidate-capacity-1} under a closed load. Not for use by several threads.
 */
public final class RunNames {

  private static final String CAPACITY = "-capacity";

  private final Map<String, Integer> given = new HashMap<>();

  /** Whether a run is one under a closed load, by its name or that of its file. */
  public static boolean isAtCapacity(String name) {
    return name.contains(CAPACITY + "-");
  }

  /** The name of the next run of a side in a round, from 1. */
  public String next(Side side, int round, boolean atCapacity) {
    String name =
        String.format(
            Locale.ROOT, "round-%02d-%s%s", round, side.title(), atCapacity ? CAPACITY : "");
    return name + "-" + given.merge(name, 1, Integer::sum);
  }
}
