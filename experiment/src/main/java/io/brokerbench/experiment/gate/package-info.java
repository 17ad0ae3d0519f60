/**
 * The gate: is the candidate worse than the baseline?
 *
 * <p>{@link io.brokerbench.experiment.gate.Gate} decides about figures that are there, metric by
 * metric, and knows neither brokers nor files. {@code ContractGuards} decides about contracts, and
 * leads. {@code ComparisonRounds} decides when the answer is clear; it is driven through an
 * interface, so that tests drive it with simulated brokers. {@code AbResult} is the document {@code
 * brokerbench.ab/1}. {@code StoredResults} reads what was measured before, ours and JMH's, and
 * {@code Comparability} says why two of them may not be compared. {@code SideMeasure} is how a
 * broker is measured once, by a run or a run and a search. docs/gate.md is the page for users, and
 * docs/decisions has the reasons.
 */
package io.brokerbench.experiment.gate;
