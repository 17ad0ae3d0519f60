package io.brokerbench.mqtt.tls;

import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.PSKTlsClient;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.TlsPSKIdentity;
import org.bouncycastle.tls.crypto.TlsCrypto;

/** Offers a broker one version, one cipher suite, and no session to resume. */
final class PskClient extends PSKTlsClient {

  private boolean complete;

  PskClient(TlsCrypto crypto, TlsPSKIdentity identity) {
    super(crypto, identity);
  }

  @Override
  protected ProtocolVersion[] getSupportedVersions() {
    return ProtocolVersion.TLSv12.only();
  }

  @Override
  protected int[] getSupportedCipherSuites() {
    return new int[] {CipherSuite.TLS_PSK_WITH_AES_256_CBC_SHA};
  }

  @Override
  public void notifyHandshakeComplete() {
    complete = true;
  }

  /** Whether the handshake has succeeded. */
  boolean isComplete() {
    return complete;
  }
}
