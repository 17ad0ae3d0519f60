/**
 * The fan-in scenarios: very many publishers, each on its own topic, feed few consumers.
 *
 * <p>Their names are a grammar, {@link io.brokerbench.mqtt.fanin.FanInName}, and {@link
 * io.brokerbench.mqtt.fanin.FanInCatalog} makes a scenario of each name that it can. The work and
 * the names are those of IBM's MessageSight 1.2 performance report (2015); the sizes are smaller,
 * and every one is an option.
 */
package io.brokerbench.mqtt.fanin;
