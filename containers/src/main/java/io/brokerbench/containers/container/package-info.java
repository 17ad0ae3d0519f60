/**
 * Brokers in containers, whatever their product: image, start, readiness, early end, figures, and
 * nothing left behind.
 *
 * <p>What differs between products is a {@link
 * io.brokerbench.containers.container.ContainerRecipe}. Testcontainers finds Docker and the user's
 * credentials for registries; its classes are loaded only when a container is requested. Nodes of a
 * cluster ({@link io.brokerbench.containers.container.ClusterRecipe}) reach each other by
 * themselves, or with a latency through {@code DelayedLinks}.
 */
package io.brokerbench.containers.container;
