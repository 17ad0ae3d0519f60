package io.brokerbench.experiment.search;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.experiment.search.SearchFindings.LimitedBy;
import io.brokerbench.experiment.search.StepVerdict.StepOutcome;
import java.util.List;
import java.util.Optional;

/**
 * What the end of a search says of its limit, and why the rate found is not confirmed.
 *
 * @param plan of the search
 * @param steps all of them
 * @param limiting the step at the lowest rate that failed; empty where none did
 * @param disturbed the last step, if other work disturbed it
 * @param low highest rate that was sustained
 * @param problem why a step could not be run; empty where all could
 * @param complete whether the search went to its end
 */
record SearchEnd(
    SearchPlan plan,
    List<SearchStep> steps,
    Optional<SearchStep> limiting,
    Optional<SearchStep> disturbed,
    double low,
    Optional<String> problem,
    boolean complete) {

  /**
   * What was in the way of the next higher rate.
   *
   * @param decided whether the search went to its end, and confirmed what it found
   */
  LimitedBy limitedBy(boolean decided) {
    if (problem.isPresent() || wasStopped()) {
      return LimitedBy.UNKNOWN;
    }
    if (disturbed.isPresent()) {
      return LimitedBy.DISTURBED;
    }
    if (limiting.isEmpty()) {
      // It may also have had no step left.
      return decided && low >= plan.toPerSecond() ? LimitedBy.UPPER_RATE : LimitedBy.UNKNOWN;
    }
    StepVerdict verdict = limiting.get().verdict();
    LimitedBy shown =
        switch (verdict.outcome()) {
          case GENERATOR_LIMITED -> LimitedBy.GENERATOR;
          case NETWORK_LIMITED -> LimitedBy.NETWORK;
          case DISTURBED -> LimitedBy.DISTURBED;
          case BROKER_CPU, LATENCY -> LimitedBy.CRITERION;
          case BROKER_LIMITED, CONTRACT_BROKEN ->
              verdict.evidence().isPresent() ? LimitedBy.BROKER : LimitedBy.UNKNOWN;
          case SUSTAINED, FAILED, INTERRUPTED -> LimitedBy.UNKNOWN;
        };
    return decided || shown.isInvalid() ? shown : LimitedBy.UNKNOWN;
  }

  /** The same in words and figures. */
  String reason(LimitedBy limitedBy) {
    if (problem.isPresent()) {
      return problem.get();
    }
    if (wasStopped()) {
      return "the search was stopped";
    }
    if (isOutOfSteps() && limitedBy == LimitedBy.UNKNOWN && limiting.isPresent()) {
      return NumberText.sentence(
          "the search ended after its %s steps, before it knew the limit", steps.size());
    }
    if (limitedBy == LimitedBy.UPPER_RATE) {
      return "no rate failed up to the highest that was to be tried";
    }
    return disturbed
        .or(() -> limiting)
        .map(step -> step.verdict().reason() + evidence(limitedBy, step.verdict()))
        .orElse("no rate failed before the search ended");
  }

  private static String evidence(LimitedBy limitedBy, StepVerdict verdict) {
    return limitedBy == LimitedBy.BROKER
        ? verdict.evidence().map(shown -> "; " + shown).orElse("")
        : "";
  }

  /** Why the rate found is not confirmed; empty where it is. */
  Optional<String> notConfirmed(int confirmations) {
    if (confirmations >= Math.max(1, plan.confirmations())) {
      return Optional.empty();
    }
    return problem
        .map(text -> "a step could not be run")
        .or(() -> wasStopped() ? Optional.of("the search was stopped") : Optional.empty())
        .or(() -> disturbed.map(step -> "other work on the machine disturbed the search"))
        .or(() -> Optional.of(steps(confirmations)));
  }

  private boolean isOutOfSteps() {
    return !complete && disturbed.isEmpty() && steps.size() >= plan.maxSteps();
  }

  private boolean wasStopped() {
    return !steps.isEmpty()
        && steps.get(steps.size() - 1).verdict().outcome() == StepOutcome.INTERRUPTED;
  }

  private String steps(int confirmations) {
    if (complete && plan.confirmations() == 0) {
      return "the search was to confirm nothing";
    }
    return NumberText.sentence(
        "the search ended after %s steps, with %s of %s confirmations",
        steps.size(), confirmations, plan.confirmations());
  }
}
