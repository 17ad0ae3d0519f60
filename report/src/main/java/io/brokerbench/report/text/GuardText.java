package io.brokerbench.report.text;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.gate.Decision;
import io.brokerbench.experiment.gate.GateVerdict;
import io.brokerbench.experiment.gate.GuardFinding;
import io.brokerbench.experiment.gate.GuardFinding.Tally;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a comparison says of contracts, for reports of any form. */
public final class GuardText {

  private GuardText() {}

  /** The contracts that some run broke, the gravest first. */
  public static List<GuardFinding> noted(GateVerdict verdict) {
    return all(verdict).stream().filter(GuardFinding::isNoted).toList();
  }

  /** All contracts that were looked at, the gravest first. */
  public static List<GuardFinding> all(GateVerdict verdict) {
    return verdict.guards().orElse(List.of());
  }

  /**
   * {@code contracts kept, none in any run: lost, damaged}; empty where each was broken by some
   * run.
   */
  public static Optional<String> kept(GateVerdict verdict) {
    String titles =
        all(verdict).stream()
            .filter(each -> !each.isNoted())
            .map(GuardFinding::title)
            .collect(Collectors.joining(", "));
    return titles.isEmpty()
        ? Optional.empty()
        : Optional.of("contracts kept, none in any run: " + titles);
  }

  /** Both sides, and what that proves. */
  public static String sentence(GuardFinding finding) {
    return finding.isNoted() ? finding.reason() + proof(finding) : "none in any run";
  }

  private static String proof(GuardFinding finding) {
    if (finding.chance().isEmpty()) {
      return "";
    }
    String chance = " (chance " + chance(finding) + ")";
    return finding.decision() == Decision.INCONCLUSIVE
        ? chance + ", too few to rule out chance, too many to pass"
        : chance;
  }

  /** {@code 0.016 %}; a dash where there is none. */
  public static String chance(GuardFinding finding) {
    return finding.chance().isPresent()
        ? NumberText.measured(finding.chance().getAsDouble() * 100) + " %"
        : "-";
  }

  /** {@code 14 in 3 of 8 runs}. */
  public static String tally(Tally tally) {
    String runs = tally.broken() + " of " + NumberText.counted(tally.runs(), "run");
    return tally.count() == tally.broken() ? runs : NumberText.count(tally.count()) + " in " + runs;
  }
}
