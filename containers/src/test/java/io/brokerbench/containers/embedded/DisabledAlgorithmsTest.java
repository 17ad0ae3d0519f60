package io.brokerbench.containers.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.security.CipherSuite;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisabledAlgorithmsTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"TLS_RSA_*", "TLS_RSA_WITH_AES_256_GCM_SHA384", "*_AES_256_GCM_*"})
  void theSuiteOfTheScenarioIsAllowedAndTheOthersStayRefused(String refused) throws Exception {
    List<String> names = List.of("SSLv3", "RC4", "DH keySize < 1024", refused, "ECDH");
    List<String> options =
        new DisabledAlgorithms(names).without(CipherSuite.RSA_AES256_GCM, folder);
    Path file = folder.resolve("security.properties");
    assertThat(options).containsExactly("-Djava.security.properties=" + file);
    assertThat(file).hasContent("jdk.tls.disabledAlgorithms=SSLv3, RC4, DH keySize < 1024, ECDH\n");
  }

  @Test
  void whereItIsAllowedNothingIsChanged() throws Exception {
    DisabledAlgorithms names =
        new DisabledAlgorithms(List.of("SSLv3", "TLS_RSA_*", "RSA", "TLS", ""));
    assertThat(names.without(CipherSuite.ECDHE_RSA_AES256_GCM, folder)).isEmpty();
    assertThat(names.without(CipherSuite.TLS13_AES256_GCM, folder)).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void javasOwnAreKnown() {
    assertThat(DisabledAlgorithms.ofThisJvm().names()).contains("SSLv3", "RC4");
  }
}
