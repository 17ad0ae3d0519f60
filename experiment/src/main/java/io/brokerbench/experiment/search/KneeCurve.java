package io.brokerbench.experiment.search;

import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs the steps that show how a broker does at shares of the rate found. */
public final class KneeCurve {

  private static final int ALL = 100;

  private final List<Integer> percents;
  private final StepRunner runner;
  private final Consumer<SearchStep> listener;

  /**
   * What was run.
   *
   * @param steps from the lowest rate on
   * @param missing why there are no more of them; empty where all were run
   */
  public record Knee(List<SearchStep> steps, Optional<String> missing) {}

  /**
   * A curve that has not been run.
   *
   * @param percents of the rate found
   * @param listener hears of each step as it ends
   */
  public KneeCurve(List<Integer> percents, StepRunner runner, Consumer<SearchStep> listener) {
    this.percents = List.copyOf(percents);
    this.runner = runner;
    this.listener = listener;
  }

  /**
   * Runs the steps, from the lowest rate on; that of the rate itself is not run where a
   * confirmation has shown it. A step that is stopped, or cannot be run, is the last.
   *
   * @throws InterruptedException if interrupted
   */
  public Knee run(SearchFindings findings) throws InterruptedException {
    List<SearchStep> steps = new ArrayList<>();
    if (findings.sustainablePerSecond().isEmpty() || !findings.complete()) {
      return new Knee(steps, Optional.empty());
    }
    double found = findings.sustainablePerSecond().getAsDouble();
    for (int percent : percents.stream().sorted().toList()) {
      if (percent == ALL && findings.confirmations() > 0) {
        continue;
      }
      int number = findings.steps().size() + steps.size() + 1;
      try {
        SearchStep step = runner.run(new StepRequest(number, StepKind.KNEE, found * percent / ALL));
        steps.add(step);
        listener.accept(step);
        if (step.verdict().outcome() == StepOutcome.INTERRUPTED) {
          return new Knee(steps, Optional.of("the search was stopped"));
        }
      } catch (RunException e) {
        return new Knee(steps, Optional.of(e.getMessage()));
      }
    }
    return new Knee(steps, Optional.empty());
  }
}
