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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;

/** The certificates that a broker's own must chain to. */
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
              .formatted(pem.map(Path::toString).orElse("of Java"), reason(e)),
          e);
    }
  }

  /**
   * Reads the certificates of a PEM file.
   *
   * @throws IOException if it has none or cannot be read
   * @throws GeneralSecurityException if one of them is damaged
   */
  public static List<Certificate> certificates(Path pem)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(pem)) {
      List<Certificate> all =
          List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (all.isEmpty()) {
        throw new IOException("it has no certificates");
      }
      return all;
    }
  }

  /** Why the file of a certificate or of a key cannot be used, in words. */
  public static String reason(Exception e) {
    return e instanceof NoSuchFileException
        ? "no such file"
        : Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
  }

  private static KeyStore store(Path pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (Certificate trusted : certificates(pem)) {
      store.setCertificateEntry("trusted-" + store.size(), trusted);
    }
    return store;
  }
}
