package io.brokerbench.acceptance;

import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import org.junit.jupiter.api.Tag;

@Tag("release")
class CoreOverTlsOnArtemisIT extends CoreOnArtemisIT {

  @Override
  protected Security security() {
    return Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM);
  }
}
