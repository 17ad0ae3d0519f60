package io.brokerbench.core.engine.stage;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How a run stands. Rates and latencies are of the time since the last report of the same run.
 *
 * @param phase that the run is in
 * @param elapsed time in this phase
 * @param length planned length of this phase; the limit, for connect, subscribe and drain
 * @param connected clients connected
 * @param clients clients that should be connected
 * @param sentPerSecond messages sent
 * @param receivedPerSecond deliveries made
 * @param backlog deliveries owed and not made
 * @param p99Nanos 99th percentile of the end-to-end latency; 0 without deliveries
 * @param brokerCores CPU of the broker, in cores; empty where its process is not known
 * @param generatorCores CPU of the tool, in cores
 * @param otherCores CPU of neither, in cores; empty where the machine does not report it
 * @param totals what has come of the run so far
 * @param lastSecond latency of the last second that is complete
 */
public record Progress(
    Phase phase,
    Duration elapsed,
    Duration length,
    int connected,
    int clients,
    double sentPerSecond,
    double receivedPerSecond,
    long backlog,
    long p99Nanos,
    OptionalDouble brokerCores,
    double generatorCores,
    OptionalDouble otherCores,
    RunTotals totals,
    IntervalLatency lastSecond) {}
