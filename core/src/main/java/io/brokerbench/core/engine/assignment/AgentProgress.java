package io.brokerbench.core.engine.assignment;

/**
 * How one agent of a run stands. Rates are of about the last second.
 *
 * @param name of the agent
 * @param connected clients connected
 * @param sentPerSecond messages sent
 * @param receivedPerSecond deliveries made
 */
public record AgentProgress(
    String name, int connected, double sentPerSecond, double receivedPerSecond) {}
