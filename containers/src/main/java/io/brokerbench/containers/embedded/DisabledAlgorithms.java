package io.brokerbench.containers.embedded;

import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What Java refuses to use for TLS. Newer ones refuse key exchange by RSA, which the published
 * scenarios use; a broker that is measured with it has to be allowed to.
 *
 * @param names as the security property has them; {@code *} stands for anything
 */
record DisabledAlgorithms(List<String> names) {

  private static final String PROPERTY = "jdk.tls.disabledAlgorithms";

  /** Those of this JVM's Java, which is that of the embedded brokers too. */
  static DisabledAlgorithms ofThisJvm() {
    String value = Security.getProperty(PROPERTY);
    return new DisabledAlgorithms(
        value == null
            ? List.of()
            : Arrays.stream(value.split(",", -1)).map(String::strip).toList());
  }

  /**
   * Options of a JVM that may use a cipher suite: none where it may anyway.
   *
   * @param folder gets the file of security properties that the options name
   */
  List<String> without(CipherSuite cipher, Path folder) throws IOException {
    List<String> left = names.stream().filter(name -> !disables(name, cipher)).toList();
    if (left.size() == names.size()) {
      return List.of();
    }
    String line = PROPERTY + "=" + left.stream().collect(Collectors.joining(", ")) + "\n";
    Path file = Files.writeString(folder.resolve("security.properties"), line);
    return List.of("-Djava.security.properties=" + file);
  }

  /** Names alone; other entries, such as {@code RSA keySize < 1024}, do not touch ours. */
  private static boolean disables(String name, CipherSuite cipher) {
    String pattern =
        Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return cipher.ianaName().matches(pattern);
  }
}
