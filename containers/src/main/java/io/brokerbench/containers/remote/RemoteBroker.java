package io.brokerbench.containers.remote;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.TopicMapping;
import io.brokerbench.core.result.BrokerIdentity;
import io.brokerbench.core.security.Access;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A broker that others run.
 *
 * @param process its process, where it was named
 * @param topicMapping what topics of MQTT are called in JMS
 */
record RemoteBroker(
    BrokerIdentity identity,
    List<Endpoint> endpoints,
    Access access,
    Set<Capability> capabilities,
    Optional<ProcessHandle> process,
    TopicMapping topicMapping)
    implements Broker {

  RemoteBroker {
    endpoints = List.copyOf(endpoints);
    capabilities = Set.copyOf(capabilities);
  }

  @Override
  public OptionalLong pid() {
    return process.isPresent() ? OptionalLong.of(process.get().pid()) : OptionalLong.empty();
  }

  @Override
  public Optional<String> failure() {
    return process
        .filter(handle -> !handle.isAlive())
        .map(handle -> "the broker's process " + handle.pid() + " has ended");
  }

  @Override
  public List<String> logTail(int lines) {
    return List.of();
  }

  @Override
  public void close() {
    // not ours to end
  }
}
