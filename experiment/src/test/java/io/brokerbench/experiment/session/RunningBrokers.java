package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import java.util.Set;

/** Brokers that run already. */
final class RunningBrokers implements BrokerProvider {

  @Override
  public String name() {
    return "running";
  }

  @Override
  public String description() {
    return "a broker that runs already";
  }

  @Override
  public boolean accepts(String selector) {
    return true;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public boolean startsBrokers() {
    return false;
  }

  @Override
  public Broker start(BrokerRequest request) {
    throw new UnsupportedOperationException();
  }
}
