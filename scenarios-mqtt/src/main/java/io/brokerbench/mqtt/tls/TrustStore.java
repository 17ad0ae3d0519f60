package io.brokerbench.mqtt.tls;

import io.brokerbench.core.base.DefinitionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Reads which certificates are trusted. */
final class TrustStore {

  private TrustStore() {}

  /**
   * A manager that trusts the certificates of a PEM file, or those that Java does.
   *
   * @throws DefinitionException if the file holds no certificates
   */
  static X509ExtendedTrustManager managerOf(Optional<Path> pem) {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(pem.isPresent() ? read(pem.get()) : null);
      return Arrays.stream(factory.getTrustManagers())
          .filter(X509ExtendedTrustManager.class::isInstance)
          .map(X509ExtendedTrustManager.class::cast)
          .findFirst()
          .orElseThrow();
    } catch (GeneralSecurityException | IOException e) {
      throw new DefinitionException(
          "trusted certificates %s: a PEM file with certificates: %s"
              .formatted(pem.map(Path::toString).orElse("of Java"), e.getMessage()),
          e);
    }
  }

  private static KeyStore read(Path pem) throws GeneralSecurityException, IOException {
    Collection<? extends Certificate> certificates;
    try (InputStream in = Files.newInputStream(pem)) {
      certificates = CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
    if (certificates.isEmpty()) {
      throw new IOException("it holds none");
    }
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (Certificate certificate : certificates) {
      store.setCertificateEntry("trusted-" + store.size(), certificate);
    }
    return store;
  }
}
