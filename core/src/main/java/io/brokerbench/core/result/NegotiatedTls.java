package io.brokerbench.core.result;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * What a TLS handshake of the run agreed on.
 *
 * @param protocol version of TLS, such as {@code TLSv1.2}
 * @param cipher cipher suite by its name in the registry of TLS parameters
 * @param keyBits size of the broker's public key; 0 where it has none, as with a pre-shared key
 * @param provider what did the cryptography, such as {@code OpenSSL} with its version
 */
public record NegotiatedTls(String protocol, String cipher, int keyBits, String provider) {

  /** Of a handshake that has succeeded. */
  public static NegotiatedTls of(SSLSession session, String provider) {
    return new NegotiatedTls(
        session.getProtocol(), session.getCipherSuite(), keyBits(session), provider);
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
