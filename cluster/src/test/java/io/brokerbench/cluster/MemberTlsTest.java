package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.cluster.ClusterProtection;
import io.brokerbench.core.cluster.ClusterProtection.KeyStoreFile;
import io.brokerbench.core.cluster.ClusterProtection.Secret;
import io.brokerbench.testkit.tls.TestAuthority;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may talk to whom. */
class MemberTlsTest {

  @TempDir private Path folder;

  private static MemberTls secret(String cluster, String text) throws Exception {
    return MemberTls.of(cluster, new Secret(text));
  }

  /** Whether a byte comes from one to the other, each with a certificate that the other trusts. */
  private static boolean talk(MemberTls server, MemberTls client) throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (SSLServerSocket listener =
        (SSLServerSocket)
            server.context().getServerSocketFactory().createServerSocket(0, 1, loopback)) {
      listener.setNeedClientAuth(true);
      CompletableFuture<Boolean> answered =
          CompletableFuture.supplyAsync(
              () -> {
                try (SSLSocket accepted = (SSLSocket) listener.accept()) {
                  int heard = accepted.getInputStream().read();
                  accepted.getOutputStream().write(heard);
                  return heard == 7;
                } catch (IOException e) {
                  return false;
                }
              });
      try (SSLSocket socket =
          (SSLSocket)
              client.context().getSocketFactory().createSocket(loopback, listener.getLocalPort())) {
        socket.getOutputStream().write(7);
        return socket.getInputStream().read() == 7 && answered.get(10, TimeUnit.SECONDS);
      } catch (IOException e) {
        return false;
      }
    }
  }

  private ClusterProtection keyStore(TestAuthority authority, String name) throws Exception {
    return MemberKeyStore.of(authority, folder, name);
  }

  @Test
  void whoKnowsTheSecretIsTrustedAndWhoKnowsAnotherIsCountedAndRefused() throws Exception {
    MemberTls one = secret("lab", "a secret of the test");
    assertThat(talk(one, secret("lab", "a secret of the test"))).isTrue();
    assertThat(one.untrusted()).isZero();
    MemberTls stranger = secret("lab", "another secret than that");
    assertThat(talk(one, stranger)).isFalse();
    assertThat(one.untrusted() + stranger.untrusted()).isPositive();
  }

  @Test
  void theSameSecretOfAnotherClusterIsAnotherSecret() throws Exception {
    assertThat(talk(secret("lab", "a secret of the test"), secret("field", "a secret of the test")))
        .isFalse();
  }

  @Test
  void membersWithCertificatesOfOneAuthorityTrustEachOtherAndNobodyElse() throws Exception {
    TestAuthority authority = TestAuthority.create();
    MemberTls one = MemberTls.of("lab", keyStore(authority, "one"));
    MemberTls two = MemberTls.of("lab", keyStore(authority, "two"));
    assertThat(talk(one, two)).isTrue();
    MemberTls stranger = MemberTls.of("lab", keyStore(TestAuthority.create(), "stranger"));
    assertThat(talk(one, stranger)).isFalse();
    assertThat(talk(stranger, two)).isFalse();
    assertThat(talk(one, secret("lab", "a secret of the test"))).isFalse();
  }

  @Test
  void aKeyStoreThatCantBeReadIsNamed() {
    Path missing = folder.resolve("missing.p12");
    assertThatThrownBy(
            () -> MemberTls.of("lab", new KeyStoreFile(missing, "any", Optional.empty())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the key store " + missing + " cannot be read");
  }

  @Test
  void whatIsWrongWithAKeyStoreIsSaid() throws Exception {
    KeyStoreFile good = MemberKeyStore.of(TestAuthority.create(), folder, "a");
    assertThatThrownBy(
            () -> MemberTls.of("c", new KeyStoreFile(good.file(), "another one", Optional.empty())))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the key store " + good.file() + " cannot be read: ")
        .hasMessageContaining("password");

    Path trustOnly = folder.resolve("trust.p12");
    KeyStore store = KeyStore.getInstance(good.file().toFile(), good.password().toCharArray());
    store.deleteEntry("member");
    try (OutputStream out = Files.newOutputStream(trustOnly)) {
      store.store(out, good.password().toCharArray());
    }
    assertThatThrownBy(
            () -> MemberTls.of("c", new KeyStoreFile(trustOnly, good.password(), Optional.empty())))
        .hasMessage("the key store " + trustOnly + " holds no private key");
  }
}
