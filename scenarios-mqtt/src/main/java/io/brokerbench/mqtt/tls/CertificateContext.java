package io.brokerbench.mqtt.tls;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.RootCause;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.TrustedCertificates;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * What TLS connections with certificates share: keys, trust, and the cipher suites to offer. Safe
 * for use by several threads.
 */
final class CertificateContext implements AutoCloseable {

  private final Optional<CipherSuite> cipher;
  private final TlsProvider provider;
  private final CachingTrustManager trust;
  private final boolean hasClientCertificate;
  private final SslContext netty;
  private final boolean resumes;
  private final AtomicInteger connections = new AtomicInteger();

  private CertificateContext(
      Optional<CipherSuite> cipher,
      TlsProvider provider,
      CachingTrustManager trust,
      boolean hasClientCertificate,
      SslContext netty,
      boolean resumes) {
    this.cipher = cipher;
    this.provider = provider;
    this.trust = trust;
    this.hasClientCertificate = hasClientCertificate;
    this.netty = netty;
    this.resumes = resumes;
  }

  /**
   * Opens one.
   *
   * @param trust what brokers' certificates are held to
   * @param verifyHost whether they have to be for the host
   * @param resumes whether connections to a host offer the session of an earlier one
   * @param certificate of the clients
   * @param cipher the only one to offer; empty for all that both sides know
   */
  static CertificateContext open(
      CachingTrustManager trust,
      boolean verifyHost,
      boolean resumes,
      Optional<ClientCertificate> certificate,
      Optional<CipherSuite> cipher) {
    TlsProvider provider = TlsProvider.choose(cipher);
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(provider.netty())
            .trustManager(trust)
            .endpointIdentificationAlgorithm(verifyHost ? "HTTPS" : null);
    if (provider == TlsProvider.OPENSSL) {
      builder.option(OpenSslContextOption.USE_TASKS, false); // all on the lane's thread
    }
    cipher.ifPresent(
        suite -> builder.ciphers(List.of(suite.ianaName())).protocols(suite.version().title()));
    certificate.ifPresent(own -> addTo(builder, own));
    try {
      SslContext netty = builder.build();
      if (!resumes) {
        forgetSessions(netty);
      }
      return new CertificateContext(
          cipher, provider, trust, certificate.isPresent(), netty, resumes);
    } catch (SSLException e) {
      throw new DefinitionException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  /** What brokers' certificates are held to. */
  static CachingTrustManager trusting(Access access, boolean resumes) {
    return Arrays.stream(TrustedCertificates.of(access.trust()).getTrustManagers())
        .filter(X509ExtendedTrustManager.class::isInstance)
        .map(X509ExtendedTrustManager.class::cast)
        .map(manager -> new CachingTrustManager(manager, resumes))
        .findFirst()
        .orElseThrow();
  }

  private static void addTo(SslContextBuilder builder, ClientCertificate own) {
    try {
      builder.keyManager(own.certificate().toFile(), own.key().toFile());
    } catch (IllegalArgumentException e) {
      throw new DefinitionException(
          "the clients' certificate %s and key %s: PEM files, the key PKCS #8 and not encrypted: %s"
              .formatted(own.certificate(), own.key(), RootCause.of(e).getMessage()),
          e);
    }
  }

  /** Whether connections offer the session of an earlier one. */
  boolean resumes() {
    return resumes;
  }

  /** No session is ever resumed. */
  private static void forgetSessions(SslContext netty) {
    netty.sessionContext().setSessionCacheSize(1);
    if (netty.sessionContext() instanceof OpenSslSessionContext sessions) {
      sessions.setSessionCacheEnabled(false);
    }
  }

  /** The only suite that is offered, or empty. */
  Optional<CipherSuite> cipher() {
    return cipher;
  }

  TlsProvider provider() {
    return provider;
  }

  CachingTrustManager trust() {
    return trust;
  }

  boolean hasClientCertificate() {
    return hasClientCertificate;
  }

  /**
   * A handler for a connection to a host. Sessions to resume are kept by host and port, so each
   * connection gets a port of its own here, which serves for nothing else; those that are to resume
   * sessions have one together.
   */
  SslHandler newHandler(ByteBufAllocator allocator, String host) {
    SslHandler handler =
        netty.newHandler(allocator, host, resumes ? 1 : 1 + connections.getAndIncrement());
    handler.setHandshakeTimeoutMillis(0);
    return handler;
  }

  @Override
  public void close() {
    ReferenceCountUtil.release(netty);
  }
}
