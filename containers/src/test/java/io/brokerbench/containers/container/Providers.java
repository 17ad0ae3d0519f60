package io.brokerbench.containers.container;

import io.brokerbench.containers.product.ContainerProduct;
import io.brokerbench.core.broker.BrokerProvider;

/** Finds the providers of containers. */
final class Providers {

  private Providers() {}

  static BrokerProvider of(String product) {
    return ContainerProduct.named(product);
  }
}
