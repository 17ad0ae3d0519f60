package io.brokerbench.containers.certificates;

import static org.assertj.core.api.Assertions.assertThat;

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

class TestAuthorityTest {

  private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
  private static final TestAuthority AUTHORITY =
      new TestAuthority(Clock.fixed(NOW, ZoneOffset.UTC));
  private static final IssuedCertificate SERVER = AUTHORITY.server();
  private static final IssuedCertificate CLIENT = AUTHORITY.client("device");

  @Test
  void whatItIssuedGoesBackToIt() throws Exception {
    verify(SERVER.certificate());
    verify(CLIENT.certificate());
    assertThat(SERVER.authority()).isEqualTo(AUTHORITY.certificate());
  }

  @Test
  void javaTrustsTheServerAsAServerAndTheClientAsAClient() throws Exception {
    Clock clock = Clock.systemUTC();
    TestAuthority current = new TestAuthority(clock);
    X509TrustManager trust = trust(current.certificate());
    trust.checkServerTrusted(chain(current.server()), "RSA");
    trust.checkClientTrusted(chain(current.client("device")), "RSA");
  }

  @Test
  void everyKeyIsOf2048BitRsa() {
    for (X509Certificate each :
        List.of(AUTHORITY.certificate(), SERVER.certificate(), CLIENT.certificate())) {
      assertThat(((RSAPublicKey) each.getPublicKey()).getModulus().bitLength()).isEqualTo(2048);
      assertThat(each.getSigAlgName()).isEqualTo("SHA256withRSA");
    }
  }

  @Test
  void theServerIsThisMachineByAllItsNames() throws Exception {
    assertThat(SERVER.certificate().getSubjectAlternativeNames())
        .extracting(name -> (Object) name.get(1))
        .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(CLIENT.certificate().getSubjectAlternativeNames()).isNull();
    assertThat(CLIENT.certificate().getSubjectX500Principal().getName()).isEqualTo("CN=device");
  }

  @Test
  void theyAreValidFromADayAgoForSomeDays() {
    for (X509Certificate each :
        List.of(AUTHORITY.certificate(), SERVER.certificate(), CLIENT.certificate())) {
      assertThat(each.getNotBefore()).isEqualTo(Date.from(NOW.minus(Duration.ofDays(1))));
      assertThat(each.getNotAfter()).isEqualTo(Date.from(NOW.plus(Duration.ofDays(29))));
    }
  }

  @Test
  void onlyTheAuthorityMaySign() {
    assertThat(AUTHORITY.certificate().getBasicConstraints()).isZero();
    assertThat(SERVER.certificate().getBasicConstraints()).isEqualTo(-1);
    assertThat(SERVER.certificate().getSerialNumber())
        .isNotEqualTo(CLIENT.certificate().getSerialNumber());
  }

  private static void verify(X509Certificate certificate) throws Exception {
    PKIXParameters parameters =
        new PKIXParameters(Set.of(new TrustAnchor(AUTHORITY.certificate(), null)));
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(NOW));
    CertPathValidator.getInstance("PKIX")
        .validate(
            CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)),
            parameters);
  }

  private static X509Certificate[] chain(IssuedCertificate issued) {
    return new X509Certificate[] {issued.certificate(), issued.authority()};
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
