/**
 * Comparisons that measure: {@link io.brokerbench.experiment.compare.PairedTurns} decides which
 * broker runs next and when the answer is clear; {@link
 * io.brokerbench.experiment.compare.SideMeasure} measures one of them once. The turns are driven
 * through an interface, so that tests drive it with simulated brokers.
 */
package io.brokerbench.experiment.compare;
