/**
 * What brokers report about themselves while they work: queued messages, connections, memory. A
 * {@link io.brokerbench.containers.metrics.MetricsQuery} says how a product is asked, and {@link
 * io.brokerbench.containers.metrics.MetricsPoller} asks each second, apart from the threads that
 * measure.
 */
package io.brokerbench.containers.metrics;
