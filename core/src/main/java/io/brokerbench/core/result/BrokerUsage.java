package io.brokerbench.core.result;

/**
 * What the broker's process used over the steady state.
 *
 * @param cpuSeconds user and system time, child processes included
 * @param cpuPercentOfCore CPU time over elapsed time; 100 is one core
 * @param cpuPercentOfSystem the same, as a share of all cores
 * @param cpuMicrosPerMessage CPU time for each message sent
 * @param peakRssBytes most resident memory at any time of the run
 * @param projectedPerSecondAtOneCore received rate / CPU share of one core: what one full core
 *     would carry if cost grew evenly
 * @param projectedPerSecondAtFullCpu the same for all cores of the system
 */
public record BrokerUsage(
    double cpuSeconds,
    double cpuPercentOfCore,
    double cpuPercentOfSystem,
    double cpuMicrosPerMessage,
    long peakRssBytes,
    double projectedPerSecondAtOneCore,
    double projectedPerSecondAtFullCpu) {}
