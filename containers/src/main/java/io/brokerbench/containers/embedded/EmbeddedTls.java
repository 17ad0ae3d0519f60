package io.brokerbench.containers.embedded;

import io.brokerbench.containers.certificates.PrivateFiles;
import io.brokerbench.containers.certificates.ServerCertificateFiles;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Properties;

/**
 * The listener for TLS of one launcher, whose files are written.
 *
 * @param options file for the launcher, which knows the keys in it by their names
 * @param access what clients need
 */
record EmbeddedTls(Path options, Access access) {

  private static final int PASSWORD_BITS = 128;

  /** Writes the files into the broker's folder. */
  static EmbeddedTls write(Path folder, CipherSuite cipher) throws IOException {
    ServerCertificateFiles files = ServerCertificateFiles.write(folder);
    String password =
        new BigInteger(PASSWORD_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
    Path keyStore =
        PrivateFiles.writeKeyStore(folder.resolve("server.p12"), files.issued(), password);
    Properties properties = new Properties();
    properties.setProperty("keyStore", keyStore.toString());
    properties.setProperty("password", password);
    properties.setProperty("cipher", cipher.ianaName());
    properties.setProperty("protocol", cipher.version().title());
    StringWriter text = new StringWriter();
    properties.store(text, null);
    Path options = PrivateFiles.writeText(folder.resolve("tls.properties"), text.toString());
    return new EmbeddedTls(options, Access.OPEN.withTrust(files.trust()));
  }
}
