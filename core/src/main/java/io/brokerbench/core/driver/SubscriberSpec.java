package io.brokerbench.core.driver;

import io.brokerbench.core.scenario.Qos;
import java.util.Optional;

/**
 * What a driver needs to know to make a subscriber.
 *
 * @param clientId unique on the broker
 * @param filter topic filter, without any prefix of a shared subscription
 * @param sharedGroup name of the shared subscription that it takes part in
 * @param qos that it asks for
 * @param persistent whether its session outlives its connection
 */
public record SubscriberSpec(
    String clientId, String filter, Optional<String> sharedGroup, Qos qos, boolean persistent) {}
