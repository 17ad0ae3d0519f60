package io.brokerbench.containers.remote;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerIdentity;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A broker that others run.
 *
 * @param process its process, where it was named
 */
record RemoteBroker(BrokerIdentity identity, Endpoint endpoint, Optional<ProcessHandle> process)
    implements Broker {

  @Override
  public List<Endpoint> endpoints() {
    return List.of(endpoint);
  }

  @Override
  public Set<Capability> capabilities() {
    return RemoteProvider.CAPABILITIES;
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
