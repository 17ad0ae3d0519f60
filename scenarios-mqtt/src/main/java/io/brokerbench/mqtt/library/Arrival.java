package io.brokerbench.mqtt.library;

import java.nio.ByteBuffer;

/**
 * A message that a library has handed over.
 *
 * @param payload to be read once; with a proof that is a property, its digits in front
 * @param retained whether the broker had retained it, and sends it as its topic was subscribed to
 * @param qos of its PUBLISH, 0 to 2
 */
public record Arrival(ByteBuffer payload, boolean retained, int qos) {}
