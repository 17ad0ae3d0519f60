package io.brokerbench.acceptance;

import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import org.junit.jupiter.api.Tag;

@Tag("release")
class OpenWireOverTlsOnActiveMqIT extends OpenWireOnActiveMqIT {

  @Override
  protected Security security() {
    return Security.ofAll(CipherSuite.TLS13_AES256_GCM);
  }
}
