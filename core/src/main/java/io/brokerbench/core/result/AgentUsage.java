package io.brokerbench.core.result;

import io.brokerbench.core.base.Bounds;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What one agent on another machine had to do with a run.
 *
 * @param name that it was given
 * @param host machine that it ran on
 * @param cores logical processors of that machine
 * @param lanes threads that carried clients
 * @param publishers publishers that it carried
 * @param consumers consumers that it carried
 * @param timedPublishers publishers whose messages its consumers timed from the send on, as both
 *     clocks agree; of the others they only counted the messages
 * @param reported whether it reported its counts
 * @param sent messages that its publishers sent in the steady state
 * @param received distinct deliveries to its consumers in the steady state
 * @param cpuPercentOfCore CPU of its worker over the steady state; absent where it is not known
 * @param pacingP99Nanos 99th percentile of how late its send loop was; absent where it had none
 * @param clockOffsetNanos its clock less the coordinator's before the run; the run's times are
 *     corrected by it
 * @param clockErrorNanos by how much its times may be wrong, either way: half of the shortest round
 *     trip before and after the run, and what the clock moved in between
 * @param clockDriftNanos what its clock moved against the coordinator's in the run; absent where it
 *     could not be asked after it
 */
public record AgentUsage(
    String name,
    String host,
    int cores,
    int lanes,
    int publishers,
    int consumers,
    int timedPublishers,
    boolean reported,
    long sent,
    long received,
    OptionalDouble cpuPercentOfCore,
    OptionalLong pacingP99Nanos,
    @Bounds(min = Bounds.UNBOUNDED) long clockOffsetNanos,
    long clockErrorNanos,
    @Bounds(min = Bounds.UNBOUNDED) OptionalLong clockDriftNanos) {}
