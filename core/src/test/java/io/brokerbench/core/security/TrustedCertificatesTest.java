package io.brokerbench.core.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedCertificatesTest {

  @TempDir private Path folder;

  private static void assertRefused(Path file, String reason) {
    assertThatThrownBy(() -> TrustedCertificates.of(Optional.of(file)))
        .isInstanceOf(DefinitionException.class)
        .hasMessage("certificates to trust " + file + ": " + reason);
  }

  @Test
  void withoutAFileThoseOfJavaAreTrusted() {
    assertThat(TrustedCertificates.of(Optional.empty()).getTrustManagers()).isNotEmpty();
  }

  @Test
  void aMissingFileIsNamed() {
    assertRefused(folder.resolve("none.pem"), "no such file");
  }

  @Test
  void aFileWithoutCertificatesIsRefused() throws IOException {
    assertRefused(Files.createFile(folder.resolve("empty.pem")), "it has no certificates");
  }

  /** The reason is that of the JDK. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a text and no certificate\n",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
      })
  void whatIsNoCertificateIsRefusedWithAReason(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("damaged.pem"), text);
    assertThatThrownBy(() -> TrustedCertificates.of(Optional.of(file)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageMatching("certificates to trust \\S+damaged.pem: (?!null).+");
  }

  @Test
  void anExceptionWithoutAMessageIsNamed() {
    assertThat(TrustedCertificates.reason(new EOFException())).isEqualTo("EOFException");
    assertThat(TrustedCertificates.reason(new IOException("disk error"))).isEqualTo("disk error");
  }
}
