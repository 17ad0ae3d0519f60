package io.brokerbench.kit;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.security.Access.Login;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.util.Optional;

/**
 * A client library of JMS, with which claims are checked that the kit has no client of its own for.
 *
 * @param protocol what it speaks
 * @param connects makes its connections
 */
public record KitLibrary(JmsProtocol protocol, Connects connects) {

  /** Makes connections. */
  @FunctionalInterface
  public interface Connects {

    /**
     * A connection that has neither a client id nor been started.
     *
     * @param endpoint without TLS
     * @throws JMSException if the broker does not answer, or refuses it
     */
    Connection connect(Endpoint endpoint, Optional<Login> login) throws JMSException;
  }
}
