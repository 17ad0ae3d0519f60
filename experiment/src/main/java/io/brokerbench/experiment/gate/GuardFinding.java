package io.brokerbench.experiment.gate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.brokerbench.core.base.Bounds;
import io.brokerbench.core.figure.GuardGrade;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What a comparison says of one contract.
 *
 * @param guard path of the figure that guards it, such as {@code messages.lost}; or {@code
 *     run.brokeOff}, {@code run.fellBehind}
 * @param title as reports call it
 * @param grade how much a breach weighs
 * @param decision PASS where the candidate kept it as well as the baseline, REGRESSED where it did
 *     not, by more than chance allows; else INCONCLUSIVE
 * @param reason both sides in words; empty where neither broke it
 * @param chance chance of so many more breaches if the candidate keeps it as well as the baseline,
 *     corrected for the number of contracts and looks: REGRESSED at 0.05 and less; absent where the
 *     candidate never broke it
 * @param baseline the baseline's runs
 * @param candidate the candidate's
 */
public record GuardFinding(
    String guard,
    String title,
    GuardGrade grade,
    Decision decision,
    String reason,
    @Bounds(max = 1) OptionalDouble chance,
    Tally baseline,
    Tally candidate) {

  /** Most runs that a tally names. */
  public static final int MOST_NAMED = 20;

  /**
   * How one side kept it.
   *
   * @param runs runs that say something of it; those on one start of a broker are one
   * @param broken of these, those that broke it
   * @param count how often, in all of them
   * @param of how often it could have been broken
   * @param named the first runs that broke it, by their documents; one of each start
   */
  public record Tally(
      int runs,
      int broken,
      long count,
      long of,
      @Bounds(max = GuardFinding.MOST_NAMED) List<String> named) {

    /** Copies the list. */
    public Tally {
      named = List.copyOf(named);
    }
  }

  /** Checks that all is there. */
  public GuardFinding {
    Objects.requireNonNull(guard, "guard");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(grade, "grade");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(chance, "chance");
  }

  /** Whether either side broke it. */
  @JsonIgnore
  public boolean isNoted() {
    return baseline.broken() > 0 || candidate.broken() > 0;
  }
}
