package io.brokerbench.mqtt.swarm.codec;

import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access.Login;
import java.util.Optional;

/**
 * The fields of CONNECT that all clients of a driver share.
 *
 * @param protocol that is spoken
 * @param keepAliveSeconds 0 for none
 * @param login user and password
 */
public record ConnectFields(Protocol protocol, int keepAliveSeconds, Optional<Login> login) {}
