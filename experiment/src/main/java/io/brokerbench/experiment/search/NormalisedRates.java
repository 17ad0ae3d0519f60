package io.brokerbench.experiment.search;

/**
 * The rate found, divided by what it cost: what brokers would carry at 100 % CPU if cost grew
 * evenly, so that those that use a core and those that use them all can be compared.
 *
 * @param perCorePerSecond R_ns = rate / CPU percent of one core x 100
 * @param perSystemPerSecond R_s = rate / CPU percent of all cores x 100
 */
public record NormalisedRates(double perCorePerSecond, double perSystemPerSecond) {}
