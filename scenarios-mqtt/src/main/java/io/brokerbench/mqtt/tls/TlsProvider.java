package io.brokerbench.mqtt.tls;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.TlsVersion;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** What does the cryptography of connections with certificates. */
enum TlsProvider {
  /** BoringSSL through netty-tcnative, or what else that was built with. */
  OPENSSL(SslProvider.OPENSSL_REFCNT) {
    @Override
    String title() {
      return OpenSsl.versionString();
    }

    /**
     * BoringSSL offers all suites of TLS 1.3, whatever its configuration, and a broker might choose
     * another than the asked one.
     */
    @Override
    boolean canOfferOnly(CipherSuite cipher) {
      return cipher.version() == TlsVersion.TLS_1_2
          && OpenSsl.isCipherSuiteAvailable(cipher.ianaName());
    }
  },

  /** The JDK's own. */
  JDK(SslProvider.JDK) {
    @Override
    String title() {
      return "JDK " + Runtime.version().feature() + " " + jdk().getProvider().getName();
    }

    /** The JDK counts out what its configuration disables. */
    @Override
    boolean canOfferOnly(CipherSuite cipher) {
      return Arrays.asList(jdk().getSupportedSSLParameters().getCipherSuites())
          .contains(cipher.ianaName());
    }
  };

  /** System property that chooses one by name. */
  static final String PROPERTY = "brokerbench.tls";

  private final SslProvider netty;

  TlsProvider(SslProvider netty) {
    this.netty = netty;
  }

  SslProvider netty() {
    return netty;
  }

  /** As results name it, with its version. */
  abstract String title();

  /** Whether it can offer a broker nothing but this. */
  abstract boolean canOfferOnly(CipherSuite cipher);

  private static SSLContext jdk() {
    try {
      return SSLContext.getDefault();
    } catch (GeneralSecurityException e) {
      throw new DefinitionException("the JDK's own TLS cannot be used: " + e.getMessage(), e);
    }
  }

  /**
   * The first that can do what is asked.
   *
   * @throws DefinitionException if none can: never another cipher suite in its place
   */
  static TlsProvider choose(Optional<CipherSuite> cipher) {
    List<TlsProvider> loaded =
        Arrays.stream(values())
            .filter(p -> p.isAsked(System.getProperty(PROPERTY)))
            .filter(p -> p != OPENSSL || OpenSsl.isAvailable())
            .toList();
    return loaded.stream()
        .filter(provider -> cipher.isEmpty() || provider.canOfferOnly(cipher.get()))
        .findFirst()
        .orElseThrow(() -> new DefinitionException(noProvider(cipher, loaded)));
  }

  private boolean isAsked(String asked) {
    return asked == null || asked.equalsIgnoreCase(name());
  }

  private static String noProvider(Optional<CipherSuite> cipher, List<TlsProvider> loaded) {
    if (loaded.isEmpty()) {
      return "%s %s: openssl or jdk, as far as they load here"
          .formatted(PROPERTY, System.getProperty(PROPERTY));
    }
    String disabled =
        loaded.contains(JDK)
            ? " (some versions of Java disable it: jdk.tls.disabledAlgorithms in"
                + " conf/security/java.security)"
            : "";
    return "cipher %s: no TLS library here has it: %s%s"
        .formatted(
            cipher.map(CipherSuite::openSslName).orElse("?"),
            String.join(", ", loaded.stream().map(TlsProvider::title).toList()),
            disabled);
  }
}
