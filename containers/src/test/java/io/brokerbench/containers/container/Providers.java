package io.brokerbench.containers.container;

import io.brokerbench.core.broker.BrokerProvider;
import java.util.ServiceLoader;

/** Finds the providers of containers. */
final class Providers {

  private Providers() {}

  static BrokerProvider of(String product) {
    return ServiceLoader.load(BrokerProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.accepts("container:" + product))
        .findFirst()
        .orElseThrow();
  }
}
