package io.brokerbench.containers.remote;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerNode;
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
 * @param processes its own, where they were named; one for each node, or one for all
 * @param topicMapping what topics of MQTT are called in JMS
 * @param remoteNodes one for each address
 * @param sharesLoad whether all nodes accept clients at a time
 */
record RemoteBroker(
    BrokerIdentity identity,
    List<Endpoint> endpoints,
    Access access,
    Set<Capability> capabilities,
    List<ProcessHandle> processes,
    TopicMapping topicMapping,
    List<? extends BrokerNode> remoteNodes,
    boolean sharesLoad)
    implements Broker {

  RemoteBroker {
    endpoints = List.copyOf(endpoints);
    capabilities = Set.copyOf(capabilities);
    processes = List.copyOf(processes);
    remoteNodes = List.copyOf(remoteNodes);
  }

  @Override
  public List<BrokerNode> nodes() {
    return List.copyOf(remoteNodes);
  }

  @Override
  public OptionalLong pid() {
    return processes.stream().mapToLong(ProcessHandle::pid).findFirst();
  }

  @Override
  public Optional<String> failure() {
    return processes.stream()
        .filter(process -> !process.isAlive())
        .map(process -> "the broker's process " + process.pid() + " has ended")
        .findFirst();
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
