package io.brokerbench.jms;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.security.Access;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;

/** The JDK's TLS, trusting what {@link Access} says. */
final class TrustedContext {

  private TrustedContext() {}

  /**
   * A context.
   *
   * @throws DefinitionException if the certificates cannot be read, or clients need one of their
   *     own
   */
  static SSLContext of(Access access) {
    if (access.certificate().isPresent()) {
      throw new DefinitionException("the driver qpid has no certificates of clients");
    }
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(access.trust().isPresent() ? store(access.trust().get()) : null);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new DefinitionException("certificates to trust: " + QpidException.reason(e), e);
    }
  }

  private static KeyStore store(Path pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(pem)) {
      int count = 0;
      for (Certificate trusted : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("trusted-" + count++, trusted);
      }
    }
    return store;
  }

  /** What a handshake agreed on. */
  static NegotiatedTls agreed(SSLSession session) {
    return new NegotiatedTls(
        session.getProtocol(), session.getCipherSuite(), keyBits(session), "JDK");
  }

  private static int keyBits(SSLSession session) {
    try {
      PublicKey key = session.getPeerCertificates()[0].getPublicKey();
      if (key instanceof RSAPublicKey rsa) {
        return rsa.getModulus().bitLength();
      }
      return key instanceof ECPublicKey ec ? ec.getParams().getOrder().bitLength() : 0;
    } catch (SSLPeerUnverifiedException e) {
      return 0; // no certificate, no key
    }
  }
}
