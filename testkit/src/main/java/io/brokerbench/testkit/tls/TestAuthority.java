package io.brokerbench.testkit.tls;

import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.ClientIdentity;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.KeyUsage;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A certificate authority of a test's own, with 2048-bit RSA keys. */
public final class TestAuthority {

  private static final Duration LIFE = Duration.ofDays(2);

  private final X509Bundle root;
  private final Instant now;

  private TestAuthority(X509Bundle root, Instant now) {
    this.root = root;
    this.now = now;
  }

  /** A new one, whose certificates are valid now. */
  public static TestAuthority create() {
    return create(Clock.systemUTC());
  }

  /** A new one, whose certificates are valid when the clock is read. */
  public static TestAuthority create(Clock clock) {
    Instant now = clock.instant();
    return new TestAuthority(
        make(
            () ->
                builder("CN=test authority", now)
                    .setIsCertificateAuthority(true)
                    .setKeyUsage(true, KeyUsage.keyCertSign, KeyUsage.cRLSign)
                    .buildSelfSigned()),
        now);
  }

  private static CertificateBuilder builder(String subject, Instant middle) {
    return new CertificateBuilder()
        .rsa2048()
        .subject(subject)
        .notBefore(middle.minus(LIFE))
        .notAfter(middle.plus(LIFE));
  }

  /** A certificate for a broker on 127.0.0.1 and localhost. */
  public X509Bundle forLoopback() {
    return make(
        () ->
            builder("CN=broker", now)
                .addSanIpAddress("127.0.0.1")
                .addSanDnsName("localhost")
                .buildIssuedBy(root));
  }

  /** The same, but it has expired. */
  public X509Bundle expired() {
    return make(
        () ->
            builder("CN=broker", now.minus(LIFE.multipliedBy(2)))
                .addSanIpAddress("127.0.0.1")
                .buildIssuedBy(root));
  }

  /** A certificate for a broker on another host. */
  public X509Bundle forHost(String name) {
    return make(() -> builder("CN=" + name, now).addSanDnsName(name).buildIssuedBy(root));
  }

  /** The TLS of a server with a certificate, on the JDK's provider. */
  public static SslContext server(X509Bundle own, String protocol, String... ciphers) {
    return make(() -> serverBuilder(own, protocol, ciphers).build());
  }

  /** The same for clients with a certificate of this authority only. */
  public SslContext mutualServer(X509Bundle own, String protocol, String... ciphers) {
    return make(
        () ->
            serverBuilder(own, protocol, ciphers)
                .trustManager(root.getCertificate())
                .clientAuth(ClientAuth.REQUIRE)
                .build());
  }

  private static SslContextBuilder serverBuilder(
      X509Bundle own, String protocol, String... ciphers) {
    return SslContextBuilder.forServer(own.getKeyPair().getPrivate(), own.getCertificatePath())
        .sslProvider(SslProvider.JDK)
        .protocols(protocol)
        .ciphers(ciphers.length == 0 ? null : List.of(ciphers));
  }

  /** Access for clients that trust this authority. Writes a file into a folder. */
  public Access access(Path folder) {
    return Access.OPEN.withTrust(write(folder.resolve("trust.pem"), root.getCertificatePEM()));
  }

  /** The same for clients with a certificate of their own. */
  public Access access(Path folder, X509Bundle own) {
    return access(folder).withCertificate(files(folder, "client", own));
  }

  /** The identity of one client with a certificate of its own. Writes files into a folder. */
  public ClientIdentity identity(Path folder, String name) {
    return new ClientIdentity(
        Optional.empty(), Optional.of(files(folder, name, forHost(name))), Optional.empty());
  }

  private static ClientCertificate files(Path folder, String name, X509Bundle own) {
    return new ClientCertificate(
        write(folder.resolve(name + ".crt"), own.getCertificatePathPEM()),
        write(folder.resolve(name + ".key"), own.getPrivateKeyPEM()));
  }

  private static Path write(Path file, String text) {
    return make(() -> Files.writeString(file, text));
  }

  @FunctionalInterface
  private interface Maker<T> {
    T make() throws Exception;
  }

  private static <T> T make(Maker<T> maker) {
    try {
      return maker.make();
    } catch (Exception e) {
      throw new IllegalStateException("test certificates cannot be made: " + e.getMessage(), e);
    }
  }
}
