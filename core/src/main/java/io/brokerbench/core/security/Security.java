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
 * @param resumption whether connections offer the broker the TLS session of an earlier one of the
 *     same run; absent where each makes a full handshake
 */
public record Security(
    @JsonPropertyDescription("Whose connections use TLS.") Clients clients,
    @JsonPropertyDescription("The only cipher suite to accept, where the scenario uses TLS.")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<CipherSuite> cipher,
    @JsonPropertyDescription(
            "Whether connections offer the broker the TLS session of an earlier one (default:"
                + " false).")
        @JsonInclude(JsonInclude.Include.NON_ABSENT)
        Optional<Boolean> resumption) {

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
    resumption = resumption == null ? Optional.empty() : resumption;
    if (resumption.orElse(false) && (cipher.isEmpty() || cipher.get().isPsk())) {
      throw new DefinitionException("resumption", "only over TLS with certificates", true);
    }
  }

  /** Connections that each make a full handshake. */
  public Security(Clients clients, Optional<CipherSuite> cipher) {
    this(clients, cipher, Optional.empty());
  }

  /** Whether connections offer the session of an earlier one. */
  public boolean resumes() {
    return resumption.orElse(false);
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
