package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ContainerImage;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import java.util.List;
import java.util.Set;

/** Finds the {@link ContainerProduct} that a selector means, for the service loader. */
public final class ContainerProvider implements BrokerProvider {

  /** For the service loader. */
  public ContainerProvider() {}

  @Override
  public String name() {
    return ContainerImage.selector("PRODUCT=IMAGE");
  }

  @Override
  public String description() {
    return "a product in a container, of an image that is laid out as the product's own are";
  }

  @Override
  public boolean accepts(String selector) {
    return listed().stream().anyMatch(product -> product.accepts(selector));
  }

  /** They depend on the product. */
  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public List<BrokerProvider> listed() {
    return ContainerProduct.NAMES.stream()
        .map(name -> (BrokerProvider) ContainerProduct.named(name))
        .toList();
  }

  @Override
  public BrokerProvider of(String selector) {
    return listed().stream()
        .filter(product -> product.accepts(selector))
        .findFirst()
        .orElseThrow()
        .of(selector);
  }

  @Override
  public boolean takesLimits() {
    return true;
  }

  @Override
  public Broker start(BrokerRequest request) throws BrokerException, InterruptedException {
    return of(request.selector()).start(request);
  }
}
