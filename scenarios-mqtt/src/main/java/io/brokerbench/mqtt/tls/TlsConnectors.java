package io.brokerbench.mqtt.tls;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.ClientIdentity;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

/**
 * Opens the connectors of endpoints. Those with certificates share one context for each cipher
 * suite that is asked for and each certificate of clients. Safe for use by several threads.
 */
public final class TlsConnectors implements AutoCloseable {

  private final Access access;
  private final boolean resumes;
  private final Map<Kind, CertificateContext> contexts = new HashMap<>();
  private CachingTrustManager trust;
  private BcTlsCrypto crypto;

  /**
   * For clients with one kind of access.
   *
   * @param resumes whether connections to an endpoint offer the session of an earlier one
   */
  public TlsConnectors(Access access, boolean resumes) {
    this.access = access;
    this.resumes = resumes;
  }

  /**
   * The connector of an endpoint; empty where its connections are plain.
   *
   * @param cipher the only one to offer; empty for all that both sides know
   * @throws DefinitionException if a file cannot be read, or nothing here knows the cipher suite
   */
  public Optional<TlsConnector> of(Endpoint endpoint, Optional<CipherSuite> cipher) {
    return of(endpoint, cipher, ClientIdentity.COMMON);
  }

  /**
   * The connector of an endpoint for clients with a certificate or a pre-shared key of their own;
   * those with the same certificate share a context.
   *
   * @throws DefinitionException as above
   */
  public synchronized Optional<TlsConnector> of(
      Endpoint endpoint, Optional<CipherSuite> cipher, ClientIdentity identity) {
    if (!endpoint.listener().isSecured()) {
      return Optional.empty();
    }
    if (endpoint.listener() == Listener.MQTT_PSK) {
      if (crypto == null) {
        crypto = new BcTlsCrypto(new SecureRandom());
      }
      return Optional.of(new PskConnector(endpoint, identity.psk().or(access::psk), crypto));
    }
    Optional<ClientCertificate> own = identity.certificate().or(access::certificate);
    return Optional.of(new CertificateConnector(endpoint, context(new Kind(cipher, own))));
  }

  /** What connections share a context by. */
  private record Kind(Optional<CipherSuite> cipher, Optional<ClientCertificate> own) {}

  private CertificateContext context(Kind kind) {
    if (trust == null) {
      trust = CertificateContext.trusting(access, resumes);
    }
    return contexts.computeIfAbsent(
        kind,
        k -> CertificateContext.open(trust, access.verifyHost(), resumes, k.own(), k.cipher()));
  }

  /** How often brokers have presented certificates: once in each handshake that is a full one. */
  public synchronized long certificatesPresented() {
    return trust == null ? 0 : trust.presented();
  }

  /** Releases what the connectors share, once all channels are closed. */
  @Override
  public synchronized void close() {
    contexts.values().forEach(CertificateContext::close);
    contexts.clear();
  }
}
