/**
 * Statistics of small samples: rank tests and their exact distributions, error rates over several
 * looks and several metrics, box plots, least squares, slopes of series. Each formula names its
 * source. Nothing here knows of runs or brokers.
 */
package io.brokerbench.core.statistics;
