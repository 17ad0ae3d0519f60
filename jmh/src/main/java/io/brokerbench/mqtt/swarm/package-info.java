/**
 * Benchmarks of swarm's hot paths. They stand in the driver's own package, so that nothing has to
 * be public for them; what they measure is in the module {@code scenarios-mqtt}.
 */
package io.brokerbench.mqtt.swarm;
