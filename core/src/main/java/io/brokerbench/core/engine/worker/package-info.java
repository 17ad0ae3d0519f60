/**
 * Workers: {@link io.brokerbench.core.engine.worker.LocalWorker} spreads the clients over the
 * driver's lanes in this JVM; {@link io.brokerbench.core.engine.worker.ForkedWorkers} and {@link
 * io.brokerbench.core.engine.worker.AgentWorkers} drive others, in processes and on agents, and
 * join what they report. {@link io.brokerbench.core.engine.worker.SharedWorkers} lets runs at the
 * same time have the same processes. Lines cross in {@code pipe}.
 */
package io.brokerbench.core.engine.worker;
