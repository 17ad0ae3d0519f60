/**
 * What differs between products in containers: a recipe for each, and {@link
 * io.brokerbench.containers.product.ContainerProvider}, which finds it.
 */
package io.brokerbench.containers.product;
