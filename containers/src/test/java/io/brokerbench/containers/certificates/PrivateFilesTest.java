package io.brokerbench.containers.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.X509Bundle;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Clock;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {

  private static final X509Bundle SERVER = BrokerCertificateAuthority.server(Clock.systemUTC());

  private static final ServerCertificateFiles FILES =
      new ServerCertificateFiles(SERVER, Path.of("unused"));

  @TempDir private Path folder;

  @Test
  void aCertificateIsReadBackFromPem() throws Exception {
    Path file = FILES.writeCertificate(folder.resolve("c.pem"));
    try (InputStream in = Files.newInputStream(file)) {
      assertThat(CertificateFactory.getInstance("X.509").generateCertificate(in))
          .isEqualTo(SERVER.getCertificate());
    }
    assertOwnerOnly(file);
  }

  @Test
  void aKeyIsReadBackFromPem() throws Exception {
    Path file = FILES.writeKey(folder.resolve("c.key"));
    String body = Files.readString(file).replaceAll("-----(BEGIN|END) PRIVATE KEY-----|\\s", "");
    PrivateKey key =
        KeyFactory.getInstance("RSA")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
    assertThat(key).isEqualTo(SERVER.getKeyPair().getPrivate());
    assertOwnerOnly(file);
  }

  @Test
  void aKeyStoreHasTheKeyAndTheWholeChain() throws Exception {
    Path file = PrivateFiles.writeKeyStore(folder.resolve("c.p12"), SERVER, "word");
    KeyStore store = KeyStore.getInstance(file.toFile(), "word".toCharArray());
    assertThat(store.getType()).isEqualToIgnoringCase("PKCS12");
    assertThat(store.getKey("key", "word".toCharArray()))
        .isEqualTo(SERVER.getKeyPair().getPrivate());
    assertThat(store.getCertificateChain("key"))
        .containsExactly(SERVER.getCertificate(), SERVER.getRootCertificate());
    assertOwnerOnly(file);
  }

  @Test
  void whatWasThereIsReplaced() throws Exception {
    Path file = Files.writeString(folder.resolve("text"), "a longer text");
    assertThat(PrivateFiles.writeText(file, "short")).hasContent("short");
    assertOwnerOnly(file);
  }

  private static void assertOwnerOnly(Path file) throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}
