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
import java.util.Map;
import java.util.Optional;

/**
 * The files for TLS of one broker, which are written.
 *
 * @param values of the placeholders
 * @param access what clients need
 */
record RecipeTls(Map<String, String> values, Access access) {

  private static final String IDENTITY = "brokerbench";
  private static final int KEY_BYTES = 16;
  private static final int PASSWORD_BITS = 128;

  /** Writes the files into the broker's folder. */
  static RecipeTls write(Path folder, CipherSuite cipher) throws IOException {
    Map<String, String> values = new HashMap<>();
    values.put("tls.version", cipher.version().title().replace("TLSv", ""));
    values.put("tls.cipher", cipher.openSslName());
    values.put("tls.suite", cipher.ianaName());
    Access access = cipher.isPsk() ? withKey(folder, values) : withCertificate(folder, values);
    return new RecipeTls(values, access);
  }

  private static Access withCertificate(Path folder, Map<String, String> values)
      throws IOException {
    ServerCertificateFiles files = ServerCertificateFiles.write(folder);
    String password =
        new BigInteger(PASSWORD_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
    values.put("tls.certificate", files.writeCertificate(folder.resolve("server.pem")).toString());
    values.put("tls.key", files.writeKey(folder.resolve("server.key")).toString());
    values.put("tls.authority", files.trust().toString());
    values.put(
        "tls.keyStore",
        PrivateFiles.writeKeyStore(folder.resolve("server.p12"), files.issued(), password)
            .toString());
    values.put("tls.keyStorePassword", password);
    return Access.OPEN.withTrust(files.trust());
  }

  private static Access withKey(Path folder, Map<String, String> values) throws IOException {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    String hex = HexFormat.of().formatHex(key);
    Path ours = PrivateFiles.writeText(folder.resolve("psk.hex"), hex + "\n");
    Path its = PrivateFiles.writeText(folder.resolve("psk.list"), IDENTITY + ":" + hex + "\n");
    values.put("psk.identity", IDENTITY);
    values.put("psk.key", hex);
    values.put("psk.file", its.toString());
    return Access.OPEN.withPsk(new PreSharedKey(IDENTITY, key, Optional.of(ours)));
  }
}
