package io.brokerbench.mqtt.library;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.PrivateKeyFile;
import io.brokerbench.core.security.TrustedCertificates;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;

/** The clients' own certificate and its key in PEM, as the JDK's TLS wants them. */
final class PemFiles {

  private static final char[] NO_PASSWORD = {};

  private PemFiles() {}

  /** The clients' own certificate and its key. */
  static KeyManagerFactory key(ClientCertificate own) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "client",
          PrivateKeyFile.read(own.key()),
          NO_PASSWORD,
          TrustedCertificates.certificates(own.certificate()).toArray(Certificate[]::new));
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, NO_PASSWORD);
      return factory;
    } catch (IOException | GeneralSecurityException e) {
      throw new DefinitionException(
          "client certificate %s with %s: %s"
              .formatted(own.certificate(), own.key(), TrustedCertificates.reason(e)),
          e);
    }
  }
}
