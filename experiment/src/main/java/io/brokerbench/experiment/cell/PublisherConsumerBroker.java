package io.brokerbench.experiment.cell;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.ForwardingBroker;
import java.util.List;
import java.util.Optional;

/**
 * Two brokers as one: publishers connect to one, consumers to the other, and what is measured is
 * the main one's. Closing it closes neither.
 */
public final class PublisherConsumerBroker extends ForwardingBroker {

  private final Broker main;
  private final Broker publishing;
  private final Broker consuming;

  /**
   * One of two that run.
   *
   * @param main whose CPU and memory count
   * @param publishing where publishers connect to
   * @param consuming where consumers connect to
   */
  public PublisherConsumerBroker(Broker main, Broker publishing, Broker consuming) {
    super(main);
    this.main = main;
    this.publishing = publishing;
    this.consuming = consuming;
  }

  @Override
  public List<Endpoint> endpoints() {
    return publishing.endpoints();
  }

  @Override
  public List<Endpoint> consumerEndpoints() {
    return consuming.endpoints();
  }

  @Override
  public Optional<String> failure() {
    return main.failure().or(publishing::failure).or(consuming::failure);
  }

  /** None: clients do not reach those of the main one alone. */
  @Override
  public List<BrokerNode> nodes() {
    return List.of();
  }

  @Override
  public void close() {
    // Whoever started them closes them.
  }
}
