package io.brokerbench.mqtt.library;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.TrustedCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
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
          privateKey(own.key()),
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

  private static PrivateKey privateKey(Path file) throws IOException {
    String base64 =
        Files.readString(file).replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
    try {
      PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
      try {
        return KeyFactory.getInstance("RSA").generatePrivate(spec);
      } catch (GeneralSecurityException notRsa) {
        return KeyFactory.getInstance("EC").generatePrivate(spec);
      }
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      throw new IOException("the key is no PKCS #8 in PEM, or is encrypted", e);
    }
  }
}
