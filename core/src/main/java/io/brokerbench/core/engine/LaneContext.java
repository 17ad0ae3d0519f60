package io.brokerbench.core.engine;

import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.scenario.Scenario;

/**
 * What all parts of a worker share.
 *
 * @param scenario that is run
 * @param nonce of the run, in the checksum of each message
 * @param precisionNanos shortest time between two turns of a lane
 * @param connectWindow connects of one lane that are under way at a time, where there is no rate
 * @param clock of the run
 */
record LaneContext(
    Scenario scenario, long nonce, long precisionNanos, int connectWindow, NanoClock clock) {}
