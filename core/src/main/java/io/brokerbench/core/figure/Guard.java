package io.brokerbench.core.figure;

import io.brokerbench.core.base.NumberText;
import io.brokerbench.core.scenario.Scenario;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What makes a count the guard of a contract: it should be zero, and comparisons look at it before
 * all else.
 *
 * @param whole path of the count that it is a part of: {@code messages.expected}
 * @param deed what a broker does that has it, with {@code #} for how many of what: {@code delivered
 *     # twice}
 * @param noun of what, in the singular: {@code message}
 * @param grade what it means in runs of a scenario; empty where it is no guard there
 */
public record Guard(
    String whole, String deed, String noun, Function<Scenario, Optional<GuardGrade>> grade) {

  /** Checks that all is there. */
  public Guard {
    Objects.requireNonNull(whole, "whole");
    Objects.requireNonNull(deed, "deed");
    Objects.requireNonNull(noun, "noun");
    Objects.requireNonNull(grade, "grade");
  }

  /** A guard of runs that send messages. */
  static Guard ofMessages(
      String whole, String deed, String noun, Function<Scenario, Optional<GuardGrade>> grade) {
    return new Guard(
        whole,
        deed,
        noun,
        scenario -> scenario.connectsOnly() ? Optional.empty() : grade.apply(scenario));
  }

  /** A guard of runs that do nothing but connect: elsewhere a refused connection ends the run. */
  static Guard ofConnecting(String whole, String deed, GuardGrade grade) {
    return new Guard(
        whole,
        deed,
        "connection",
        scenario -> scenario.connectsOnly() ? Optional.of(grade) : Optional.empty());
  }

  /** {@code delivered 3 messages twice}. */
  public String text(long count) {
    return deed.replace("#", NumberText.counted(count, noun));
  }
}
