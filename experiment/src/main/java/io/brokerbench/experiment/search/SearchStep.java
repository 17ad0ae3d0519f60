package io.brokerbench.experiment.search;

import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.figure.ContractCount;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One step of a search: a rate, and what the broker made of it.
 *
 * @param number from 1, in the order in which steps were run
 * @param kind what it was for
 * @param offeredPerSecond rate that was offered
 * @param figures what was measured
 * @param verdict what it says of its rate
 * @param limitGuessPerSecond where this step alone would look for the limit: what an overloaded
 *     broker carried, or where its CPU would be used up; absent where the step does not say
 * @param run name of the file beside the search's document that holds the whole run; absent where
 *     it was not kept
 * @param contract how often its run broke each promise about messages that no load excuses; of a
 *     step that was cut short, only those that it broke; absent where the run broke off
 */
@RecordBuilder
public record SearchStep(
    @Bounds(min = 1) int number,
    StepKind kind,
    double offeredPerSecond,
    StepFigures figures,
    StepVerdict verdict,
    OptionalDouble limitGuessPerSecond,
    Optional<String> run,
    Optional<List<ContractCount>> contract)
    implements SearchStepBuilder.With {

  /** Checks that all is there, and copies the list. */
  public SearchStep {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(figures, "figures");
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(limitGuessPerSecond, "limitGuessPerSecond");
    Objects.requireNonNull(run, "run");
    contract = contract.filter(some -> !some.isEmpty()).map(List::copyOf);
  }

  /** One that says nothing of the contract. */
  public SearchStep(
      int number,
      StepKind kind,
      double offeredPerSecond,
      StepFigures figures,
      StepVerdict verdict,
      OptionalDouble limitGuessPerSecond,
      Optional<String> run) {
    this(
        number,
        kind,
        offeredPerSecond,
        figures,
        verdict,
        limitGuessPerSecond,
        run,
        Optional.empty());
  }

  /** Whether its rate was sustained. */
  public boolean sustained() {
    return verdict.outcome() == StepOutcome.SUSTAINED;
  }

  /** The same with the file of its run. */
  public SearchStep withRun(String file) {
    return withRun(Optional.of(file));
  }
}
