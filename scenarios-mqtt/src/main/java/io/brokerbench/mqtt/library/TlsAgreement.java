package io.brokerbench.mqtt.library;

import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.security.CipherSuite;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLSession;

/** What the handshakes of a driver agreed on: the same for all. For any thread. */
public final class TlsAgreement {

  private final AtomicReference<NegotiatedTls> first = new AtomicReference<>();

  /** Of a driver without a connection yet. */
  public TlsAgreement() {}

  void check(SSLSession session, Optional<CipherSuite> asked, String provider)
      throws ClientException {
    String cipher = session.getCipherSuite();
    if (asked.isPresent() && !asked.get().ianaName().equals(cipher)) {
      throw new ClientException(
          "the broker chose " + cipher + ", and " + asked.get().ianaName() + " was asked for");
    }
    NegotiatedTls agreed = NegotiatedTls.of(session, provider);
    NegotiatedTls before = first.compareAndExchange(null, agreed);
    if (before != null && !before.equals(agreed)) {
      throw new ClientException(
          "the broker chose " + agreed + ", and for the connections before it " + before);
    }
  }

  /** What was agreed on; empty before the first handshake. */
  public Optional<NegotiatedTls> agreed() {
    return Optional.ofNullable(first.get());
  }
}
