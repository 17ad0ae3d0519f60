/**
 * Proofs of brokers: {@link io.brokerbench.testkit.kit.BrokerKit} proves that a broker keeps what
 * its capabilities claim. A broker's provider is done when a ten-line subclass of it passes.
 */
package io.brokerbench.testkit.kit;
