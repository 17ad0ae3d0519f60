/**
 * The gate: is the candidate worse than the baseline?
 *
 * <p>{@link io.brokerbench.experiment.gate.Gate} decides about figures that are there, metric by
 * metric, and knows neither brokers nor files. {@code ContractGuards} decides about contracts, and
 * leads. {@link io.brokerbench.experiment.compare.ComparisonRounds} decides when the answer is
 * clear; it is driven through an interface, so that tests drive it with simulated brokers. {@code
 * AbResult} is the document {@code brokerbench.ab/1}. {@code StoredResults} reads what was measured
 * before, ours and JMH's, and {@link io.brokerbench.experiment.metric.Comparability} says why two
 * of them may not be compared. {@link io.brokerbench.experiment.compare.SideMeasure} is how a
 * broker is measured once, by a run or a run and a search. docs/gate.md is the page for users, and
 * docs/decisions has the reasons.
 */
package io.brokerbench.experiment.gate;
