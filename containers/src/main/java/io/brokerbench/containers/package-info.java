/**
 * Where brokers come from: the {@link io.brokerbench.core.broker.BrokerProvider}s.
 *
 * <ul>
 *   <li>{@code embedded}: products from Maven artifacts, each in a child JVM of its own
 *   <li>{@code recipe}: brokers that files describe, as processes and as containers
 *   <li>{@code mosquitto}: Mosquitto as it is installed on this machine
 *   <li>{@code container}: starts and ends containers, of published images or of one's own
 *   <li>{@code product}: products in containers, by a recipe each, and their clusters
 *   <li>{@code certificates}: the certificates of brokers that are started here
 *   <li>{@code remote}: a broker that is there already
 *   <li>{@code bridge}: two Mosquittos, the one bridged to the other
 *   <li>{@code network}: worse networks between clients and brokers
 *   <li>{@code process}: what all brokers that are started here share
 *   <li>{@code metrics}: what brokers report about themselves
 * </ul>
 *
 * <p>This package itself holds what both kinds need. No load, no measurement, no scenario lives
 * here.
 */
package io.brokerbench.containers;
