/**
 * Comparisons that measure: {@link io.brokerbench.experiment.compare.ComparisonRounds} decides when
 * the answer is clear, {@link io.brokerbench.experiment.compare.RoundRunner} which broker is loaded
 * next, and {@link io.brokerbench.experiment.compare.SideMeasure} measures one of them once; where
 * the load alternates between both, {@link io.brokerbench.experiment.compare.TurnRate} finds its
 * rate while it is on. Brokers are reached through {@link
 * io.brokerbench.experiment.compare.RoundBench}, so that tests run rounds of simulated ones.
 */
package io.brokerbench.experiment.compare;
