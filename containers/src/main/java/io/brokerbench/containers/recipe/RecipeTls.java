package io.brokerbench.containers.recipe;

import io.brokerbench.containers.certificates.PrivateFiles;
import io.brokerbench.containers.certificates.ServerCertificateFiles;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files for TLS of one broker, which are written.
 *
 * @param values of the placeholders
 * @param access what clients need
 * @param files those that the broker reads
 */
record RecipeTls(Map<String, String> values, Access access, List<Path> files) {

  private static final String IDENTITY = "brokerbench";
  private static final int KEY_BYTES = 16;
  private static final int PASSWORD_BITS = 128;

  /** Copies the list. */
  RecipeTls {
    files = List.copyOf(files);
  }

  /**
   * Writes the files.
   *
   * @param folder on this machine
   * @param seen where the broker has that folder
   */
  static RecipeTls write(Path folder, CipherSuite cipher, Path seen) throws IOException {
    Map<String, String> values = new HashMap<>();
    values.put("tls.version", cipher.version().title().replace("TLSv", ""));
    values.put("tls.cipher", cipher.openSslName());
    values.put("tls.suite", cipher.ianaName());
    return cipher.isPsk() ? withKey(folder, values, seen) : withCertificate(folder, values, seen);
  }

  private static RecipeTls withCertificate(Path folder, Map<String, String> values, Path seen)
      throws IOException {
    ServerCertificateFiles made = ServerCertificateFiles.write(folder);
    String password =
        new BigInteger(PASSWORD_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
    Path certificate = made.writeCertificate(folder.resolve("server.pem"));
    Path key = made.writeKey(folder.resolve("server.key"));
    Path store = PrivateFiles.writeKeyStore(folder.resolve("server.p12"), made.issued(), password);
    values.put("tls.certificate", inside(seen, certificate));
    values.put("tls.key", inside(seen, key));
    values.put("tls.authority", inside(seen, made.trust()));
    values.put("tls.keyStore", inside(seen, store));
    values.put("tls.keyStorePassword", password);
    return new RecipeTls(
        values,
        Access.OPEN.withTrust(made.trust()),
        List.of(certificate, key, made.trust(), store));
  }

  private static RecipeTls withKey(Path folder, Map<String, String> values, Path seen)
      throws IOException {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    String hex = HexFormat.of().formatHex(key);
    Path ours = PrivateFiles.writeText(folder.resolve("psk.hex"), hex + "\n");
    Path its = PrivateFiles.writeText(folder.resolve("psk.list"), IDENTITY + ":" + hex + "\n");
    values.put("psk.identity", IDENTITY);
    values.put("psk.key", hex);
    values.put("psk.file", inside(seen, its));
    PreSharedKey shared = new PreSharedKey(IDENTITY, key, Optional.of(ours));
    return new RecipeTls(values, Access.OPEN.withPsk(shared), List.of(its));
  }

  private static String inside(Path seen, Path file) {
    return seen.resolve(file.getFileName()).toString();
  }
}
