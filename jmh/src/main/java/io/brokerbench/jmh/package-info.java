/**
 * Benchmarks for JMH: scenarios under load, round trips through a broker, and the paths of our own
 * that run once for each message. docs/jmh.md says how to run and read them.
 *
 * <p>What a hot path needs of a package's insides is benchmarked from within that package: the
 * classes {@code SwarmHotPath} and {@code PacerHotPath} of this module lie in {@code mqtt.swarm}
 * and {@code core.engine}, and nothing there is open to others because of it.
 */
package io.brokerbench.jmh;
