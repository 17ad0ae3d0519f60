package io.brokerbench.core.driver;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.measure.NanoClock;
import io.brokerbench.core.scenario.Protocol;
import java.time.Duration;

/**
 * What all clients of one driver share.
 *
 * @param endpoint that they connect to
 * @param protocol that they speak
 * @param keepAlive longest silence before a ping; zero for none
 * @param lanes number of threads, at least 1; 0 lets the driver choose
 * @param clock that every reported instant is read from
 */
public record DriverSettings(
    Endpoint endpoint, Protocol protocol, Duration keepAlive, int lanes, NanoClock clock) {}
