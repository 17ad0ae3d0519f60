package io.brokerbench.experiment.session;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Brokers of which none is ever started.
 *
 * @param startsBrokers whether they say that they would be started here
 * @param memory that each says it has
 */
public record SomeBrokers(boolean startsBrokers, OptionalLong memory) implements BrokerProvider {

  /** Those that run already. */
  public static final SomeBrokers RUNNING = new SomeBrokers(false, OptionalLong.empty());

  @Override
  public OptionalLong memoryBytes(String selector) {
    return memory;
  }

  @Override
  public String name() {
    return "some";
  }

  @Override
  public String description() {
    return "a stand-in";
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
  public Broker start(BrokerRequest request) {
    throw new UnsupportedOperationException();
  }
}
