package io.brokerbench.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The listener for TLS, which stands beside the plain one.
 *
 * @param keyStore PKCS #12 file with the broker's key and certificate
 * @param password of the store and of its key; never part of a text
 * @param cipher the only cipher suite to take, as Java names it
 * @param protocol the only version to take, as Java names it: {@code TLSv1.2}
 */
public record TlsOptions(Path keyStore, String password, String cipher, String protocol) {

  /**
   * Reads a file of properties, each by the name that it has here. They are in a file as arguments
   * can be seen by every user of the machine.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if one is missing
   */
  static TlsOptions read(Path file) throws IOException {
    Properties properties = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    return new TlsOptions(
        Path.of(required(properties, "keyStore")),
        required(properties, "password"),
        required(properties, "cipher"),
        required(properties, "protocol"));
  }

  private static String required(Properties properties, String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new IllegalArgumentException("--tls: " + key + " is missing in the file");
    }
    return value;
  }

  @Override
  public String toString() {
    return "TlsOptions[keyStore=%s, cipher=%s, protocol=%s]".formatted(keyStore, cipher, protocol);
  }
}
