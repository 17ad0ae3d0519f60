package io.brokerbench.junit;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.testkit.FaultyClaims;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.MessageFilter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Brokers in this process: {@code test:faulty}, {@code test:drops} which drops each 7th delivery,
 * {@code test:drops:PREFIX} which drops those of publishers whose ids begin so, {@code test:slow}
 * whose deliveries take 30 ms, and {@code test:none} which does not start.
 */
public final class FaultyBrokers implements BrokerProvider {

  /** All that were started, in their order. */
  static final List<FaultyBroker> STARTED = new CopyOnWriteArrayList<>();

  @Override
  public String name() {
    return "test:faulty";
  }

  @Override
  public String description() {
    return "for tests";
  }

  @Override
  public boolean accepts(String selector) {
    return selector.startsWith("test:");
  }

  @Override
  public Set<Capability> capabilities() {
    return FaultyClaims.PLAIN;
  }

  @Override
  public Broker start(BrokerRequest request) throws BrokerException {
    if (request.selector().equals("test:none")) {
      throw new BrokerException("none did not start (exit code 3): \"no\"");
    }
    FaultyBroker broker = FaultyBroker.start();
    if (request.selector().equals("test:drops")) {
      broker.faults().dropEvery(7);
    }
    if (request.selector().startsWith("test:drops:")) {
      String prefix = request.selector().substring("test:drops:".length());
      broker.faults().deliveries().drop(MessageFilter.every(7).from(id -> id.startsWith(prefix)));
    }
    if (request.selector().equals("test:slow")) {
      broker.faults().delayDeliveries(client -> true, Duration.ofMillis(30));
    }
    STARTED.add(broker);
    return broker;
  }

  /** Whether there is no listener any more. */
  static boolean isClosed(FaultyBroker broker) {
    try {
      broker.faults();
      broker.faults().clear();
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
