package io.brokerbench.core.engine.stage;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.result.BrokerIdentity.Origin;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A broker that is a part of this process, and does nothing. */
record InProcessBroker(List<BrokerNode> nodes, Origin origin) implements Broker {

  InProcessBroker(List<BrokerNode> nodes) {
    this(nodes, Origin.IN_PROCESS);
  }

  @Override
  public BrokerIdentity identity() {
    return new BrokerIdentity("InProcess", "1", origin, "in-process");
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of();
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of();
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  @Override
  public Optional<String> failure() {
    return Optional.empty();
  }

  @Override
  public List<String> logTail(int lines) {
    return List.of();
  }

  @Override
  public void close() {}
}
