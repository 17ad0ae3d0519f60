/**
 * The compatibility kit: proves that a broker keeps what its capabilities claim. {@link
 * io.brokerbench.kit.CompatibilityKit} has all checks, {@link io.brokerbench.kit.KitBroker} what
 * they are made on. Messages go through client libraries that share no code with our drivers.
 */
package io.brokerbench.kit;
