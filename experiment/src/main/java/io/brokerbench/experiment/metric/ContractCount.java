package io.brokerbench.experiment.metric;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.figure.FigureCatalogue;
import io.brokerbench.core.figure.GuardGrade;
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
}
