package io.brokerbench.mqtt.library;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import io.brokerbench.core.security.TrustedCertificates;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * How the connections to one target are protected: with certificates. For any thread.
 *
 * @param trust what the broker's certificate has to chain to
 * @param key the clients' own certificate, where they have one
 * @param verifyHost whether the broker's certificate must be for its host
 * @param cipher the only one to accept
 * @param agreement what handshakes agreed on, of the whole driver
 */
public record LibraryTls(
    TrustManagerFactory trust,
    Optional<KeyManagerFactory> key,
    boolean verifyHost,
    Optional<CipherSuite> cipher,
    TlsAgreement agreement) {

  /**
   * Of a target, or empty where it is not secured.
   *
   * @throws DefinitionException if a file cannot be read, or the cipher suite is not to be had
   */
  static Optional<LibraryTls> of(Target target, Access access, TlsAgreement agreement) {
    if (target.endpoints().stream().noneMatch(endpoint -> endpoint.listener().isSecured())) {
      return Optional.empty();
    }
    target.cipher().ifPresent(LibraryTls::requireAvailable);
    return Optional.of(
        new LibraryTls(
            TrustedCertificates.of(access.trust()),
            access.certificate().map(PemFiles::key),
            access.verifyHost(),
            target.cipher(),
            agreement));
  }

  /** The same for a client that may have a certificate of its own. */
  LibraryTls as(ClientIdentity identity) {
    return identity
        .certificate()
        .map(
            own ->
                new LibraryTls(
                    trust, Optional.of(PemFiles.key(own)), verifyHost, cipher, agreement))
        .orElse(this);
  }

  private static void requireAvailable(CipherSuite cipher) {
    try {
      String[] supported = SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites();
      if (!Arrays.asList(supported).contains(cipher.ianaName())) {
        throw new DefinitionException(
            "security.cipher", "one that this Java offers", cipher.openSslName());
      }
    } catch (GeneralSecurityException e) {
      throw new DefinitionException("this Java has no TLS: " + e.getMessage());
    }
  }

  /** The cipher suites to offer; empty for all that are enabled. */
  public Optional<List<String>> cipherSuites() {
    return cipher.map(suite -> List.of(suite.ianaName()));
  }

  /** The versions to offer; empty for all that are enabled. */
  public Optional<List<String>> protocols() {
    return cipher.map(suite -> List.of(suite.version().title()));
  }

  /** A context of the JDK's own TLS. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      KeyManager[] keys = key.map(KeyManagerFactory::getKeyManagers).orElse(null);
      TrustManager[] trusted = trust.getTrustManagers();
      context.init(keys, trusted, new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new DefinitionException("this Java has no TLS: " + e.getMessage());
    }
  }

  /**
   * Notes what a handshake agreed on.
   *
   * @throws ClientException if it is not the cipher that was asked for, or differs from the others
   */
  public void check(SSLSession session, String provider) throws ClientException {
    agreement.check(session, cipher, provider);
  }
}
