package io.brokerbench.core.cluster;

import io.brokerbench.core.base.DefinitionException;
import java.nio.file.Path;
import java.util.Optional;

/** What members of a cluster know each other by; all that they say is encrypted with it. */
public sealed interface ClusterProtection {

  /**
   * A secret that all members have.
   *
   * @param text at least {@value #LEAST} characters
   */
  record Secret(String text) implements ClusterProtection {

    /** Fewest characters. */
    public static final int LEAST = 16;

    /** Checks the length. */
    public Secret {
      if (text.length() < LEAST) {
        throw new DefinitionException(
            "secret", "at least " + LEAST + " characters", text.length() + " characters");
      }
    }

    @Override
    public String toString() {
      return "Secret";
    }
  }

  /**
   * A certificate of this member's own, and those whom it trusts.
   *
   * @param file PKCS #12 or JKS, with one key
   * @param password of it
   * @param trust key store of the authorities; empty where {@code file} has them too
   */
  record KeyStoreFile(Path file, String password, Optional<Path> trust)
      implements ClusterProtection {

    @Override
    public String toString() {
      return "KeyStoreFile " + file;
    }
  }
}
