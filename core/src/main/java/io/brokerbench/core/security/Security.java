package io.brokerbench.core.security;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.brokerbench.core.base.DefinitionException;
import java.util.Optional;

/**
 * How connections are protected.
 *
 * @param clients whose connections use TLS
 * @param cipher the only cipher suite that they accept, by its OpenSSL name; absent where no client
 *     uses TLS
 */
public record Security(
    @JsonPropertyDescription("Whose connections use TLS.") Clients clients,
    @JsonPropertyDescription("The only cipher suite to accept, where the scenario uses TLS.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<CipherSuite> cipher) {

  /** All connections are plain. */
  public static final Security NONE = new Security(Clients.NONE, Optional.empty());

  /** Checks that a cipher is there when one is needed. */
  public Security {
    if (clients == null) {
      throw new DefinitionException("security needs clients: NONE, PUBLISHERS or ALL");
    }
    cipher = cipher == null ? Optional.empty() : cipher;
    if (clients != Clients.NONE && cipher.isEmpty()) {
      throw new DefinitionException("security needs a cipher, such as AES256-GCM-SHA384");
    }
    if (clients == Clients.NONE && cipher.isPresent()) {
      throw new DefinitionException(
          "cipher",
          "only for scenarios with TLS, such as those with SEC in their name",
          cipher.get().openSslName());
    }
  }

  /** Publishers use TLS, as in the secure fan-in. */
  public static Security ofPublishers(CipherSuite cipher) {
    return new Security(Clients.PUBLISHERS, Optional.of(cipher));
  }

  /** Every client uses TLS. */
  public static Security ofAll(CipherSuite cipher) {
    return new Security(Clients.ALL, Optional.of(cipher));
  }

  /** The cipher of the publishers' connections; empty when they are plain. */
  public Optional<CipherSuite> ofPublishers() {
    return cipher;
  }

  /** The cipher of the consumers' connections; empty when they are plain. */
  public Optional<CipherSuite> ofConsumers() {
    return clients == Clients.ALL ? cipher : Optional.empty();
  }

  /** Whose connections use TLS. */
  public enum Clients {
    /** No client's. */
    NONE,
    /** The publishers'; the consumers' are plain. */
    PUBLISHERS,
    /** Every client's. */
    ALL
  }
}
