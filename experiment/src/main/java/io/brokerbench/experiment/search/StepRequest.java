package io.brokerbench.experiment.search;

/**
 * One step to be run.
 *
 * @param number from 1
 * @param kind what it is for
 * @param perSecond rate to offer
 */
public record StepRequest(int number, StepKind kind, double perSecond) {}
