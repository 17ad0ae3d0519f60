package io.brokerbench.containers.remote;

import io.brokerbench.containers.MqttProbe;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerIdentity;
import io.brokerbench.core.broker.BrokerProvider;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.DefinitionException;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * {@code mqtt://host[:port][?pid=N]}: checks that a broker answers there. With {@code pid}, the
 * process of that number on this machine is taken for the broker's and measured.
 */
public final class RemoteProvider implements BrokerProvider {

  /** Nobody says what it can do, so all that MQTT has; but it isn't ours to kill. */
  static final Set<Capability> CAPABILITIES =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(Capability.SURVIVES_KILL)));

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** MQTT 3.1.1 isn't spoken there, but an MQTT broker it is. */
  private static final int UNACCEPTABLE_PROTOCOL_VERSION = 1;

  @Override
  public String name() {
    return "mqtt://HOST[:PORT]";
  }

  @Override
  public String description() {
    return "a broker that runs already; all of MQTT is assumed of it; ?pid=PID to measure its"
        + " process";
  }

  @Override
  public boolean accepts(String selector) {
    return selector.startsWith(RemoteAddress.SCHEME);
  }

  @Override
  public Set<Capability> capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Broker start(BrokerRequest request) throws BrokerException {
    RemoteAddress address = RemoteAddress.parse(request.selector());
    if (request.port().isPresent()) {
      throw new DefinitionException(
          request.selector() + ": it runs already, so no port can be chosen for it");
    }
    Optional<ProcessHandle> process = process(address);
    probe(address.endpoint());
    BrokerIdentity identity =
        new BrokerIdentity("MQTT broker", "unknown", "remote", request.selector());
    return new RemoteBroker(identity, address.endpoint(), process);
  }

  private static Optional<ProcessHandle> process(RemoteAddress address) throws BrokerException {
    if (address.pid().isEmpty()) {
      return Optional.empty();
    }
    long pid = address.pid().getAsLong();
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    if (process.isEmpty()) {
      throw new BrokerException(
          address.endpoint() + "?pid=" + pid + ": there is no such process on this machine");
    }
    return process;
  }

  private static void probe(Endpoint endpoint) throws BrokerException {
    try {
      int code = MqttProbe.connect(endpoint.host(), endpoint.port(), TIMEOUT);
      if (code != 0 && code != UNACCEPTABLE_PROTOCOL_VERSION) {
        throw new BrokerException(
            endpoint + ": it refuses clients without credentials (return code " + code + ")");
      }
    } catch (IOException e) {
      throw new BrokerException(endpoint + ": no MQTT broker to be reached: " + e.getMessage(), e);
    }
  }
}
