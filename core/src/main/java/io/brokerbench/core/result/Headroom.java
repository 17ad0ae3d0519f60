package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import java.time.Instant;

/**
 * How much of what the generator can do on this machine a run used.
 *
 * @param calibratedAt when {@code brokerbench calibrate} measured what the generator can do (ISO
 *     8601, UTC)
 * @param ceilingPublishers number of publishers of the ceiling that this run is compared with
 * @param ceilingPerSecondPerCore messages per second, each sent and received, that one core of the
 *     generator carried then
 * @param ratePercentOfCeiling this run's rate, as a share of what its lanes would carry at that
 *     ceiling; a message that is sent and received counts once
 * @param cpuPercentOfCeiling CPU that this run's generator used, as a share of what its lanes can
 *     use; it holds whatever the messages cost
 * @param floorServiceP50Nanos least median service time that the generator measures
 * @param nearFloor whether this run's median service time is less than twice that: it says little
 *     about the broker then
 */
public record Headroom(
    Instant calibratedAt,
    @Bounds(min = 1) int ceilingPublishers,
    double ceilingPerSecondPerCore,
    double ratePercentOfCeiling,
    double cpuPercentOfCeiling,
    long floorServiceP50Nanos,
    boolean nearFloor) {}
