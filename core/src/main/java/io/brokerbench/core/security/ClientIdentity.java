package io.brokerbench.core.security;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.core.security.Access.PreSharedKey;
import java.util.Objects;
import java.util.Optional;

/**
 * What one client shows to be let in, in the place of what all clients of a broker have.
 *
 * @param login its own user and password; empty for those of all clients
 * @param certificate its own certificate and key; empty for those of all clients
 * @param psk its own pre-shared key; empty for that of all clients
 */
public record ClientIdentity(
    Optional<Login> login, Optional<ClientCertificate> certificate, Optional<PreSharedKey> psk) {

  /** The identity of a client that shows what all clients show. */
  public static final ClientIdentity COMMON =
      new ClientIdentity(Optional.empty(), Optional.empty(), Optional.empty());

  /** Checks that all is there. */
  public ClientIdentity {
    Objects.requireNonNull(login, "login");
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(psk, "psk");
  }

  /** Whether it has nothing of its own. */
  @JsonIgnore
  public boolean isCommon() {
    return login.isEmpty() && !hasKeys();
  }

  /** Whether it has something of its own to show in a TLS handshake. */
  @JsonIgnore
  public boolean hasKeys() {
    return certificate.isPresent() || psk.isPresent();
  }

  /** A client with a login of its own and nothing else. */
  public static ClientIdentity of(Login own) {
    return new ClientIdentity(Optional.of(own), Optional.empty(), Optional.empty());
  }
}
