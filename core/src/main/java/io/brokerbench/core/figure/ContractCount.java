package io.brokerbench.core.figure;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.result.RunResult;
import io.brokerbench.core.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * How often one run broke one contract.
 *
 * @param figure path of the figure that guards it: {@code messages.lost}
 * @param grade how much a breach weighs in runs of this scenario
 * @param count how often; 0 where it was kept
 * @param of how often it could have been broken: deliveries owed, messages sent, clients
 */
public record ContractCount(String figure, GuardGrade grade, long count, long of) {

  /** Checks that the figure is a guard, and that nothing is negative. */
  public ContractCount {
    Objects.requireNonNull(grade, "grade");
    if (FigureCatalogue.find(figure).guard().isEmpty()) {
      throw new DefinitionException("figure", "one that guards a contract", figure);
    }
    if (count < 0) {
      throw new DefinitionException(figure, "a count of at least 0", count);
    }
  }

  /**
   * Of each contract that the scenario of a run guards, and that it shows, in the order of the
   * catalogue.
   */
  public static List<ContractCount> of(RunResult run) {
    List<ContractCount> counts = new ArrayList<>();
    for (Figure figure : FigureCatalogue.guards()) {
      Guard guard = figure.guard().orElseThrow();
      guard
          .grade()
          .apply(run.scenario())
          .filter(grade -> figure.in(run).isPresent())
          .ifPresent(
              grade ->
                  counts.add(
                      new ContractCount(
                          figure.path(),
                          grade,
                          isProven(run, grade) ? count(figure, run) : 0,
                          count(FigureCatalogue.find(guard.whole()), run))));
    }
    return counts;
  }

  /**
   * The same of what no load excuses. A run that did not go to its end shows what the broker broke,
   * and not what it would have kept; one that broke off shows neither.
   */
  public static List<ContractCount> promises(RunResult run) {
    return of(run).stream()
        .filter(each -> each.grade != GuardGrade.PACE)
        .filter(each -> run.verdict().complete() || each.count > 0)
        .filter(each -> run.verdict().status() != Verdict.Status.FAILED)
        .toList();
  }

  /** Of messages, the verdict of the run says whether a breach is a fact or only looks like one. */
  private static boolean isProven(RunResult run, GuardGrade grade) {
    return grade == GuardGrade.PACE
        || run.scenario().connectsOnly()
        || run.verdict().status() == Verdict.Status.CONTRACT_BROKEN;
  }

  private static long count(Figure figure, RunResult run) {
    return (long) figure.in(run).orElse(0);
  }

  /** Those of two runs of the same scenario together. */
  public ContractCount plus(ContractCount other) {
    return new ContractCount(figure, grade, count + other.count, of + other.of);
  }
}
