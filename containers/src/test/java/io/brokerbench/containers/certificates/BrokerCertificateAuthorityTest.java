package io.brokerbench.containers.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.X509Bundle;
import java.security.KeyStore;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Set;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

class BrokerCertificateAuthorityTest {

  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final X509Bundle SERVER =
      BrokerCertificateAuthority.server(Clock.fixed(NOW, ZoneOffset.UTC));
  private static final X509Certificate AUTHORITY = SERVER.getRootCertificate();

  @Test
  void whatItIssuedGoesBackToIt() throws Exception {
    PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(AUTHORITY, null)));
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(NOW));
    CertPathValidator.getInstance("PKIX")
        .validate(
            CertificateFactory.getInstance("X.509")
                .generateCertPath(List.of(SERVER.getCertificate())),
            parameters);
  }

  @Test
  void javaTrustsTheServerAsAServer() throws Exception {
    X509Bundle current = BrokerCertificateAuthority.server(Clock.systemUTC());
    trust(current.getRootCertificate())
        .checkServerTrusted(current.getCertificatePathWithRoot(), "RSA");
  }

  @Test
  void everyKeyIsOf2048BitRsa() {
    for (X509Certificate each : List.of(AUTHORITY, SERVER.getCertificate())) {
      assertThat(((RSAPublicKey) each.getPublicKey()).getModulus().bitLength()).isEqualTo(2048);
      assertThat(each.getSigAlgName()).isEqualTo("SHA256withRSA");
    }
  }

  @Test
  void theServerIsThisMachineByAllItsNames() throws Exception {
    assertThat(SERVER.getCertificate().getSubjectAlternativeNames())
        .extracting(name -> (Object) name.get(1))
        .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
  }

  @Test
  void theyAreValidFromADayAgoForSomeDays() {
    for (X509Certificate each : List.of(AUTHORITY, SERVER.getCertificate())) {
      assertThat(each.getNotBefore()).isEqualTo(Date.from(NOW.minus(Duration.ofDays(1))));
      assertThat(each.getNotAfter()).isEqualTo(Date.from(NOW.plus(Duration.ofDays(29))));
    }
  }

  @Test
  void onlyTheAuthorityMaySign() {
    assertThat(AUTHORITY.getBasicConstraints()).isZero();
    assertThat(SERVER.getCertificate().getBasicConstraints()).isEqualTo(-1);
  }

  private static X509TrustManager trust(X509Certificate authority) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("authority", authority);
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return (X509TrustManager) factory.getTrustManagers()[0];
  }
}
