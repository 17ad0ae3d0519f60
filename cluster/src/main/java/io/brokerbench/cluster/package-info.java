/**
 * Agents on other machines, behind the interface of {@code core}: membership, discovery, failure
 * detection and encryption are JGroups', calls to members are Infinispan's {@code ClusterExecutor}.
 *
 * <p>{@link io.brokerbench.cluster.ClusterNode} is a member; {@link io.brokerbench.cluster.Agent}
 * answers what others ask of it; {@link io.brokerbench.cluster.AgentReservation} finds agents and
 * {@link io.brokerbench.cluster.ReservedAgentPool} drives them. What crosses is JSON, as {@link
 * io.brokerbench.cluster.Request} and {@link io.brokerbench.cluster.Reply} say.
 */
package io.brokerbench.cluster;
