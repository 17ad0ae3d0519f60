package io.brokerbench.core.driver;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.security.CipherSuite;
import java.util.List;
import java.util.Optional;

/**
 * Where clients connect to, and how.
 *
 * @param endpoints at least one; where there are several, connections are spread over them evenly,
 *     unless they are alternatives
 * @param cipher the only cipher suite to accept: a connection with another one is refused; empty
 *     accepts what both sides agree on, where the endpoint uses TLS at all
 * @param failover whether the endpoints are alternatives: each client tries them in turn, the first
 *     one first, and stays with the first that answers
 */
public record Target(List<Endpoint> endpoints, Optional<CipherSuite> cipher, boolean failover) {

  /** Checks that there is an endpoint. */
  public Target {
    endpoints = List.copyOf(endpoints);
    if (endpoints.isEmpty()) {
      throw new DefinitionException("a target needs an endpoint");
    }
  }

  /** Endpoints that are as good as each other. */
  public Target(List<Endpoint> endpoints, Optional<CipherSuite> cipher) {
    this(endpoints, cipher, false);
  }

  /** One endpoint, with whatever cipher is agreed on there. */
  public static Target of(Endpoint endpoint) {
    return new Target(List.of(endpoint), Optional.empty());
  }

  /** The endpoint that the n-th connection starts with. */
  public Endpoint endpoint(int connection) {
    return failover ? endpoints.get(0) : endpoints.get(connection % endpoints.size());
  }
}
