/**
 * Brokers in tests.
 *
 * <p>{@link io.brokerbench.testkit.broker.FaultyBroker} is an MQTT broker in this process that is
 * correct until {@link io.brokerbench.testkit.broker.Faults} are set, so that a test knows what a
 * run must find.
 *
 * <p>Inside the broker, all state belongs to one event loop and has no locks: {@code BrokerState}
 * routes messages to {@code BrokerSession}s, whose {@code OutboundQueue} sends them through a
 * {@code Connection}; the faults sit at three gates on that way, {@code DeliveryGate} (drop,
 * misdeliver, alter, swap, duplicate), {@code RateGate} (delivery rate, held deliveries) and {@code
 * AcknowledgementGate} (missing, wrong, repeated and late acknowledgements). {@code MessageFilter}
 * chooses the messages. Wills, message expiry, topic aliases, subscription identifiers and
 * authentication are not there.
 */
package io.brokerbench.testkit.broker;
