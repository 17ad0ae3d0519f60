package io.brokerbench.experiment.gate;

import io.brokerbench.core.base.Bounds;
import java.util.OptionalDouble;

/**
 * On what a decision about a metric rests. Changes are shares of the baseline: 0.1 is 10 % more;
 * for losses, differences of the shares lost.
 *
 * @param change change of the candidate against the baseline as estimated (Hodges-Lehmann), as a
 *     share of the baseline: 0.1 is 10 % more. For loss, the difference of the shares lost
 * @param low lower end of the confidence interval of the change, beyond which the truth lies with a
 *     chance of 5 %, over all looks; absent with fewer than two repetitions, and for loss where no
 *     run lost anything
 * @param high its upper end
 * @param smallestDetectable the smallest worsening that this experiment would have found beyond the
 *     tolerance with a probability of 90 %; absent like the interval
 * @param tolerance by how much it may be worse
 * @param chance chance of figures that speak so much for a worsening beyond the tolerance if there
 *     is none, corrected for the number of metrics and looks: a regression at 0.05 and less; absent
 *     like the interval
 * @param baselineCount values of the baseline
 * @param candidateCount values of the candidate
 */
public record Evidence(
    @Bounds(min = Bounds.UNBOUNDED) double change,
    @Bounds(min = Bounds.UNBOUNDED) OptionalDouble low,
    @Bounds(min = Bounds.UNBOUNDED) OptionalDouble high,
    OptionalDouble smallestDetectable,
    double tolerance,
    @Bounds(max = 1) OptionalDouble chance,
    int baselineCount,
    int candidateCount) {}
