/**
 * The latencies of deliveries: which kinds one counts for, and the tail of short windows. Where
 * latencies are kept is known in {@code engine.measure}.
 */
package io.brokerbench.core.engine.latency;
