package io.brokerbench.mqtt.tls;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Opens the connectors of endpoints. Those with certificates share one context for each cipher
 * suite that is asked for. Not safe for use by several threads.
 */
public final class TlsConnectors implements AutoCloseable {

  private final Access access;
  private final List<CertificateContext> contexts = new ArrayList<>();

  /** For clients with one kind of access. */
  public TlsConnectors(Access access) {
    this.access = access;
  }

  /**
   * The connector of an endpoint; empty where its connections are plain.
   *
   * @param cipher the only one to offer; empty for all that both sides know
   * @throws DefinitionException if a file cannot be read, or nothing here knows the cipher suite
   */
  public Optional<TlsConnector> of(Endpoint endpoint, Optional<CipherSuite> cipher) {
    if (!endpoint.listener().isSecured()) {
      return Optional.empty();
    }
    if (endpoint.listener() == Listener.MQTT_PSK) {
      return Optional.of(new PskConnector(endpoint, access));
    }
    return Optional.of(new CertificateConnector(endpoint, context(cipher)));
  }

  private CertificateContext context(Optional<CipherSuite> cipher) {
    for (CertificateContext context : contexts) {
      if (context.cipher().equals(cipher)) {
        return context;
      }
    }
    CertificateContext context = CertificateContext.open(access, cipher);
    contexts.add(context);
    return context;
  }

  /** How often brokers have presented certificates: once in each handshake that is a full one. */
  public long certificatesPresented() {
    return contexts.stream().mapToLong(context -> context.trust().presented()).sum();
  }

  /** Releases what the connectors share, once all channels are closed. */
  @Override
  public void close() {
    contexts.forEach(CertificateContext::close);
    contexts.clear();
  }
}
