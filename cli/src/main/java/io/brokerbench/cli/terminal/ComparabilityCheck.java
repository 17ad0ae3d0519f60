package io.brokerbench.cli.terminal;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.experiment.metric.Comparability;
import java.util.List;
import java.util.stream.Stream;

/** Checks whether the conditions of two sides allow a comparison. */
public final class ComparabilityCheck {

  private static final int MOST_NAMED = 3;

  private ComparabilityCheck() {}

  /**
   * Refuses what cannot be compared, and warns of what probably does not matter.
   *
   * @param force warn of everything, refuse nothing
   * @return all differences
   * @throws DefinitionException if there are grave ones; the message names the first of them
   */
  public static List<String> require(Comparability between, boolean force, Terminal terminal) {
    List<String> refusals = between.refusals();
    if (!refusals.isEmpty() && !force) {
      String more =
          refusals.size() > MOST_NAMED
              ? " and %d more differences".formatted(refusals.size() - MOST_NAMED)
              : "";
      throw new DefinitionException(
          "not comparable: %s%s; --force compares all the same"
              .formatted(
                  String.join("; ", refusals.subList(0, Math.min(MOST_NAMED, refusals.size()))),
                  more));
    }
    List<String> all = Stream.concat(refusals.stream(), between.warnings().stream()).toList();
    all.forEach(difference -> terminal.warn("warning: differs: " + difference));
    return all;
  }
}
