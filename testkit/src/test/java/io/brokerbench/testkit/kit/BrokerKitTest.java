package io.brokerbench.testkit.kit;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.RequiredCapabilities;
import io.brokerbench.testkit.FaultyClaims;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.UncheckedIOException;
import java.util.Set;

/** The broker with faults, while it has none, passes the kit: which proves both. */
class BrokerKitTest extends BrokerKit {

  @Override
  protected BrokerProvider provider() {
    return new FaultyBrokerProvider();
  }

  @Override
  protected int burst() {
    return 2_000;
  }

  static class FaultyBrokerProvider implements BrokerProvider {

    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public String description() {
      return "The broker with faults, in this process.";
    }

    @Override
    public boolean accepts(String selector) {
      return selector.equals(name());
    }

    @Override
    public Set<Capability> capabilities() {
      return FaultyClaims.PLAIN;
    }

    @Override
    public Broker start(BrokerRequest request) throws BrokerException {
      if (request.security().cipher().isPresent()) {
        String needed = RequiredCapabilities.of(request.security().cipher().get()).title();
        throw new DefinitionException("it has no listener for " + needed);
      }
      try {
        return FaultyBroker.builder().port(request.port().orElse(0)).start();
      } catch (UncheckedIOException e) {
        throw new BrokerException(e.getMessage(), e);
      }
    }
  }
}
