package io.brokerbench.core.driver;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.CipherSuite;
import io.brokerbench.core.scenario.DefinitionException;
import java.util.List;
import java.util.Optional;

/**
 * Where clients connect to, and how.
 *
 * @param endpoints at least one; where there are several, connections are spread over them evenly
 * @param cipher the only cipher suite to accept: a connection with another one is refused; empty
 *     accepts what both sides agree on, where the endpoint uses TLS at all
 */
public record Target(List<Endpoint> endpoints, Optional<CipherSuite> cipher) {

  /** Checks that there is an endpoint. */
  public Target {
    endpoints = List.copyOf(endpoints);
    if (endpoints.isEmpty()) {
      throw new DefinitionException("a target needs an endpoint");
    }
  }

  /** One endpoint, with whatever cipher is agreed on there. */
  public static Target of(Endpoint endpoint) {
    return new Target(List.of(endpoint), Optional.empty());
  }

  /** The endpoint of the n-th connection. */
  public Endpoint endpoint(int connection) {
    return endpoints.get(connection % endpoints.size());
  }
}
