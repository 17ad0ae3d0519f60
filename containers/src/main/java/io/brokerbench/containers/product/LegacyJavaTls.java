package io.brokerbench.containers.product;

import io.brokerbench.containers.container.ContainerRecipe.Plan;
import io.brokerbench.containers.container.ContainerTls;
import io.brokerbench.core.security.CipherSuite;
import java.util.Optional;

/** What brokers in Java need to use a cipher suite that newer versions of Java refuse. */
final class LegacyJavaTls {

  private static final String FILE = "/brokerbench/security.properties";

  /** As Java has it, but for key exchange by RSA, which the published scenarios use. */
  private static final String STILL_DISABLED =
      "jdk.tls.disabledAlgorithms=SSLv3, TLSv1, TLSv1.1, DTLSv1.0, RC4, DES, MD5withRSA,"
          + " DH keySize < 1024, EC keySize < 224, 3DES_EDE_CBC, anon, NULL, ECDH\n";

  private LegacyJavaTls() {}

  static Plan allow(Optional<ContainerTls> tls, Plan plan) {
    return tls.filter(asked -> asked.cipher() == CipherSuite.RSA_AES256_GCM).isPresent()
        ? plan.withFile(FILE, STILL_DISABLED)
            .with("JAVA_TOOL_OPTIONS", "-Djava.security.properties=" + FILE)
        : plan;
  }
}
