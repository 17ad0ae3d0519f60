package io.brokerbench.core.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** A private key in PEM: PKCS #8, of RSA or of an elliptic curve, not encrypted. */
public final class PrivateKeyFile {

  private PrivateKeyFile() {}

  /**
   * Reads the key.
   *
   * @throws IOException if it cannot be read, or is of another kind
   */
  public static PrivateKey read(Path file) throws IOException {
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
