package io.brokerbench.core.security;

import io.brokerbench.core.base.DefinitionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;

/** The certificates that a broker's own must go back to. */
public final class TrustedCertificates {

  private TrustedCertificates() {}

  /**
   * Trusts the certificates of a PEM file; without one, those that Java trusts.
   *
   * @throws DefinitionException if the file has no certificates or cannot be read
   */
  public static TrustManagerFactory of(Optional<Path> pem) {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(pem.isPresent() ? store(pem.get()) : null);
      return factory;
    } catch (IOException | GeneralSecurityException e) {
      throw new DefinitionException(
          "certificates to trust %s: %s"
              .formatted(
                  pem.map(Path::toString).orElse("of Java"),
                  e instanceof NoSuchFileException ? "no such file" : e.getMessage()),
          e);
    }
  }

  private static KeyStore store(Path pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(pem)) {
      for (Certificate trusted : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("trusted-" + store.size(), trusted);
      }
    }
    if (store.size() == 0) {
      throw new IOException("it holds none");
    }
    return store;
  }
}
