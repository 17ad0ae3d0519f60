package io.brokerbench.containers.remote;

import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerNode;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.FaultKind;
import io.brokerbench.core.security.Access;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One address of a broker that others run. It cannot be asked whether it is in sync with the
 * others, so one of a pair that accepts no clients counts as the standby.
 *
 * @param name as messages name it
 * @param endpoint where it is asked whether it accepts clients
 * @param access what lets clients in
 * @param process on this machine, where it was named
 * @param ofPair whether one node at a time accepts clients
 */
record RemoteNode(
    String name, Endpoint endpoint, Access access, Optional<ProcessHandle> process, boolean ofPair)
    implements BrokerNode {

  private static final Duration TIMEOUT = Duration.ofMillis(500);

  @Override
  public List<Endpoint> endpoints() {
    return List.of(endpoint);
  }

  @Override
  public OptionalLong pid() {
    return process.stream().mapToLong(ProcessHandle::pid).findFirst();
  }

  @Override
  public boolean isStandby() {
    return ofPair && !isActive();
  }

  @Override
  public boolean isActive() {
    try {
      RemoteProbe.ask(endpoint, access, TIMEOUT);
      return true;
    } catch (BrokerException e) {
      return false;
    }
  }

  /** Others run it, so a fault is done to it by a command of theirs. */
  @Override
  public void inject(FaultKind fault) throws BrokerException {
    throw new BrokerException("it was not started here");
  }

  @Override
  public void heal() {
    // no fault was done
  }
}
