package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.mqtt5.Mqtt5Settings;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.Login;
import java.time.Duration;
import java.util.Optional;

/**
 * The fields of CONNECT that all clients of a driver share, but for the will, and what its answer
 * has to grant.
 *
 * @param protocol that is spoken
 * @param keepAliveSeconds 0 for none
 * @param login user and password
 * @param mqtt5 what only MQTT 5 can ask for
 * @param will of one client; empty for none
 * @param sessionsNeeded how long the broker has to keep sessions that persist; zero for any time
 */
public record ConnectFields(
    Protocol protocol,
    int keepAliveSeconds,
    Optional<Login> login,
    Mqtt5Settings mqtt5,
    Optional<WillMessage> will,
    Duration sessionsNeeded) {

  /** Of clients without a will. */
  public ConnectFields(
      Protocol protocol, int keepAliveSeconds, Optional<Login> login, Mqtt5Settings mqtt5) {
    this(protocol, keepAliveSeconds, login, mqtt5, Optional.empty(), Duration.ZERO);
  }

  /** Fields that ask for nothing that only MQTT 5 has, of clients without a will. */
  public ConnectFields(Protocol protocol, int keepAliveSeconds, Optional<Login> login) {
    this(protocol, keepAliveSeconds, login, Mqtt5Settings.NONE);
  }

  /** The same with another login. */
  public ConnectFields withLogin(Login own) {
    return new ConnectFields(
        protocol, keepAliveSeconds, Optional.of(own), mqtt5, will, sessionsNeeded);
  }

  /** The same with a will. */
  public ConnectFields withWill(Optional<WillMessage> left) {
    return new ConnectFields(protocol, keepAliveSeconds, login, mqtt5, left, sessionsNeeded);
  }
}
