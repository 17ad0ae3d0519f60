package io.brokerbench.core.security;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.Access.Login;
import java.util.Objects;
import java.util.Optional;

/**
 * What one client shows to be let in, in the place of what all clients of a broker have.
 *
 * @param login its own user and password; empty for those of all clients
 * @param certificate its own certificate and key; empty for those of all clients
 */
public record ClientIdentity(Optional<Login> login, Optional<ClientCertificate> certificate) {

  /** The identity of a client that shows what all clients show. */
  public static final ClientIdentity COMMON =
      new ClientIdentity(Optional.empty(), Optional.empty());

  /** Checks that both are there. */
  public ClientIdentity {
    Objects.requireNonNull(login, "login");
    Objects.requireNonNull(certificate, "certificate");
  }

  /** Whether it has nothing of its own. */
  @JsonIgnore
  public boolean isCommon() {
    return login.isEmpty() && certificate.isEmpty();
  }
}
