/**
 * The figures that the gate compares: which they are, in which direction each is better, what is
 * tolerated, their values in repeated runs, and what they are of.
 */
package io.brokerbench.experiment.metric;
