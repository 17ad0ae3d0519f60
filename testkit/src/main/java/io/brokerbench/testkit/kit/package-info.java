/**
 * The compatibility kit as tests: {@link io.brokerbench.testkit.kit.BrokerKit} makes each check of
 * {@link io.brokerbench.kit.CompatibilityKit} a test. A broker's provider is done when a ten-line
 * subclass of it passes.
 */
package io.brokerbench.testkit.kit;
