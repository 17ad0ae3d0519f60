/**
 * Brokers in containers, whatever their product: image, start, readiness, early end, figures, and
 * nothing left behind.
 *
 * <p>What differs between products is a {@link
 * io.brokerbench.containers.container.ContainerRecipe}, one class for each. Testcontainers finds
 * the Docker that is to be used and the user's credentials for registries; its classes are loaded
 * when a container is asked for, and not before.
 */
package io.brokerbench.containers.container;
