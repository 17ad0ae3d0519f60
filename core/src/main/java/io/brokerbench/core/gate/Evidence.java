package io.brokerbench.core.gate;

import java.util.OptionalDouble;

/**
 * On what a decision about a metric rests. Changes are shares of the baseline: 0.1 is 10 % more;
 * for losses, differences of the shares lost.
 *
 * @param change of the candidate against the baseline, as estimated (Hodges-Lehmann; for losses the
 *     difference of the means)
 * @param low lower end of the 95 % confidence interval; absent with fewer than two repetitions, and
 *     where no run lost anything
 * @param high its upper end
 * @param smallestDetectable the smallest worsening that this experiment would have told from none,
 *     with a chance of 90 %; absent like the interval
 * @param tolerance by how much it may be worse
 * @param chance of figures that speak so much for a worsening beyond the tolerance if there is
 *     none, corrected for the number of metrics and looks: a regression at 0.05 and less; absent
 *     like the interval
 * @param baselineCount values of the baseline
 * @param candidateCount values of the candidate
 */
public record Evidence(
    double change,
    OptionalDouble low,
    OptionalDouble high,
    OptionalDouble smallestDetectable,
    double tolerance,
    OptionalDouble chance,
    int baselineCount,
    int candidateCount) {}
