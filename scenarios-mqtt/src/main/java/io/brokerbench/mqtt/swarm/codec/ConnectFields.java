package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.Login;
import java.util.Optional;

/**
 * The fields of CONNECT that all clients of a driver share, but for the will.
 *
 * @param protocol that is spoken
 * @param keepAliveSeconds 0 for none
 * @param login user and password
 * @param will of one client; empty for none
 */
public record ConnectFields(
    Protocol protocol, int keepAliveSeconds, Optional<Login> login, Optional<WillMessage> will) {

  /** Of clients without a will. */
  public ConnectFields(Protocol protocol, int keepAliveSeconds, Optional<Login> login) {
    this(protocol, keepAliveSeconds, login, Optional.empty());
  }

  /** The same with a will. */
  public ConnectFields withWill(Optional<WillMessage> left) {
    return new ConnectFields(protocol, keepAliveSeconds, login, left);
  }
}
