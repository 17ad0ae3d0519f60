package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Access.Login;
import io.brokerbench.core.scenario.Protocol;
import java.util.Optional;

/**
 * The fields of CONNECT that all clients of a driver share.
 *
 * @param protocol that is spoken
 * @param keepAliveSeconds 0 for none
 * @param login user and password
 */
record ConnectFields(Protocol protocol, int keepAliveSeconds, Optional<Login> login) {}
