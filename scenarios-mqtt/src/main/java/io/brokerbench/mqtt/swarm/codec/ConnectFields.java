package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.Login;
import java.util.Optional;

/**
 * The fields of CONNECT that all clients of a driver share.
 *
 * @param protocol that is spoken
 * @param keepAliveSeconds 0 for none
 * @param login user and password
 * @param mqtt5 what only MQTT 5 can ask for
 */
public record ConnectFields(
    Protocol protocol, int keepAliveSeconds, Optional<Login> login, Mqtt5Settings mqtt5) {

  /** Fields that ask for nothing that only MQTT 5 has. */
  public ConnectFields(Protocol protocol, int keepAliveSeconds, Optional<Login> login) {
    this(protocol, keepAliveSeconds, login, Mqtt5Settings.NONE);
  }

  /** The same with another login. */
  public ConnectFields withLogin(Login own) {
    return new ConnectFields(protocol, keepAliveSeconds, Optional.of(own), mqtt5);
  }
}
