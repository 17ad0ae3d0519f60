/**
 * Products in containers: a recipe for each, as a resource beside {@link
 * io.brokerbench.containers.product.ContainerProduct}, and a class for each that can be a cluster.
 */
package io.brokerbench.containers.product;
