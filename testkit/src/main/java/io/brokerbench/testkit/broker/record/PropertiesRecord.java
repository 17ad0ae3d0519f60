package io.brokerbench.testkit.broker.record;

import java.util.Map;
import java.util.OptionalInt;

/**
 * What MQTT 5 added to a packet that a client sent.
 *
 * @param clientId of the client
 * @param packet {@code PUBLISH} or {@code SUBSCRIBE}
 * @param topic as it stood in a PUBLISH: empty where an alias stands for it
 * @param topicAlias of a PUBLISH
 * @param subscriptionIdentifier of a SUBSCRIBE
 * @param messageExpirySeconds of a PUBLISH
 * @param userProperties of either
 */
public record PropertiesRecord(
    String clientId,
    String packet,
    String topic,
    OptionalInt topicAlias,
    OptionalInt subscriptionIdentifier,
    OptionalInt messageExpirySeconds,
    Map<String, String> userProperties) {}
