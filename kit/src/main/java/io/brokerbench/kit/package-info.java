/**
 * The compatibility kit: proves that a broker keeps what its capabilities claim. {@link
 * io.brokerbench.kit.CompatibilityKit} has all checks, {@link io.brokerbench.kit.KitBroker} what
 * they are made on. Messages go through client libraries that share no code with our drivers, and
 * through each {@link io.brokerbench.kit.KitLibrary} that the caller brings for what the kit has no
 * client for.
 */
package io.brokerbench.kit;
