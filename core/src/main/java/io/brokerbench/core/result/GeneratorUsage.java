package io.brokerbench.core.result;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the tool itself used over the steady state, and how well it kept its schedule.
 *
 * @param cpuSeconds user and system time
 * @param cpuPercentOfCore CPU time over elapsed time; 100 is one core
 * @param cpuPercentOfSystem the same, as a share of all cores
 * @param cpuMicrosPerMessage CPU time for each message sent, its publishing and its receiving
 *     together; absent where it is not known to 10 %, or is for several groups of clients
 * @param peakRssBytes most resident memory at any time of the run
 * @param gcPauseMillis time in garbage collection pauses
 * @param backPressured messages that had to wait because the connection or the in-flight window
 *     took no more
 * @param healthy whether all of it stayed within the limits
 * @param headroom how much of what this machine's generator can do was used; absent where it is not
 *     calibrated
 * @param agents agents on other machines that carried the clients; absent where this one did
 */
public record GeneratorUsage(
    double cpuSeconds,
    double cpuPercentOfCore,
    double cpuPercentOfSystem,
    OptionalDouble cpuMicrosPerMessage,
    long peakRssBytes,
    double gcPauseMillis,
    long backPressured,
    boolean healthy,
    Optional<Headroom> headroom,
    Optional<List<AgentUsage>> agents) {}
