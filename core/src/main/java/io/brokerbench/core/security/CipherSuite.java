package io.brokerbench.core.security;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.brokerbench.core.base.DefinitionException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The cipher suites that scenarios ask for, by the names that OpenSSL gives them.
 *
 * <p>One of them stands for its version of TLS too: those of TLS 1.2 name the key exchange, those
 * of TLS 1.3 do not.
 */
public enum CipherSuite {
  /** RSA key exchange, the default of scenarios with TLS. */
  RSA_AES256_GCM("AES256-GCM-SHA384", "TLS_RSA_WITH_AES_256_GCM_SHA384", TlsVersion.TLS_1_2),
  /** Ephemeral elliptic curve keys, signed with RSA. */
  ECDHE_RSA_AES256_GCM(
      "ECDHE-RSA-AES256-GCM-SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", TlsVersion.TLS_1_2),
  /** A key that both sides know, and no certificate. */
  PSK_AES256_CBC("PSK-AES256-CBC-SHA", "TLS_PSK_WITH_AES_256_CBC_SHA", TlsVersion.TLS_1_2),
  /** TLS 1.3, whose key exchange is always ephemeral. */
  TLS13_AES256_GCM("TLS_AES_256_GCM_SHA384", "TLS_AES_256_GCM_SHA384", TlsVersion.TLS_1_3);

  private final String openSslName;
  private final String ianaName;
  private final TlsVersion version;

  CipherSuite(String openSslName, String ianaName, TlsVersion version) {
    this.openSslName = openSslName;
    this.ianaName = ianaName;
    this.version = version;
  }

  /** All that need certificates. */
  public static final Set<CipherSuite> OF_CERTIFICATES =
      Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(PSK_AES256_CBC)));

  /** As OpenSSL and brokers' configurations name it. */
  @JsonValue
  public String openSslName() {
    return openSslName;
  }

  /** As the registry of TLS parameters and Java name it. */
  public String ianaName() {
    return ianaName;
  }

  /** The version of TLS that it belongs to. */
  public TlsVersion version() {
    return version;
  }

  /** Whether it needs a pre-shared key in place of certificates. */
  public boolean isPsk() {
    return this == PSK_AES256_CBC;
  }

  /**
   * The suite of a name, of either kind.
   *
   * @throws DefinitionException if none of ours has it
   */
  @JsonCreator
  public static CipherSuite of(String name) {
    return Arrays.stream(values())
        .filter(suite -> suite.openSslName.equals(name) || suite.ianaName.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new DefinitionException(
                    "cipher",
                    "one of "
                        + String.join(
                            ", ", Arrays.stream(values()).map(CipherSuite::openSslName).toList()),
                    name));
  }

  @Override
  public String toString() {
    return openSslName;
  }
}
