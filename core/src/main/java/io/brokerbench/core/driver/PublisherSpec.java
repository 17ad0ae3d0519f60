package io.brokerbench.core.driver;

import io.brokerbench.core.scenario.Qos;

/**
 * What a driver needs to know to make a publisher.
 *
 * @param clientId unique on the broker
 * @param topic that it publishes to
 * @param qos of its messages
 * @param payloadBytes size of each payload, at least 24
 * @param retain whether the RETAIN flag is set
 * @param inFlightWindow most messages that may wait for their acknowledgement
 */
public record PublisherSpec(
    String clientId, String topic, Qos qos, int payloadBytes, boolean retain, int inFlightWindow) {}
