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
  private static final BrokerCertificateAuthority AUTHORITY =
      new BrokerCertificateAuthority(Clock.fixed(NOW, ZoneOffset.UTC));
  private static final X509Bundle SERVER = AUTHORITY.server();
  private static final X509Bundle CLIENT = AUTHORITY.client("device");

  @Test
  void whatItIssuedGoesBackToIt() throws Exception {
    verify(SERVER.getCertificate());
    verify(CLIENT.getCertificate());
    assertThat(SERVER.getRootCertificate()).isEqualTo(AUTHORITY.certificate());
  }

  @Test
  void javaTrustsTheServerAsAServerAndTheClientAsAClient() throws Exception {
    Clock clock = Clock.systemUTC();
    BrokerCertificateAuthority current = new BrokerCertificateAuthority(clock);
    X509TrustManager trust = trust(current.certificate());
    trust.checkServerTrusted(chain(current.server()), "RSA");
    trust.checkClientTrusted(chain(current.client("device")), "RSA");
  }

  @Test
  void everyKeyIsOf2048BitRsa() {
    for (X509Certificate each :
        List.of(AUTHORITY.certificate(), SERVER.getCertificate(), CLIENT.getCertificate())) {
      assertThat(((RSAPublicKey) each.getPublicKey()).getModulus().bitLength()).isEqualTo(2048);
      assertThat(each.getSigAlgName()).isEqualTo("SHA256withRSA");
    }
  }

  @Test
  void theServerIsThisMachineByAllItsNames() throws Exception {
    assertThat(SERVER.getCertificate().getSubjectAlternativeNames())
        .extracting(name -> (Object) name.get(1))
        .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(CLIENT.getCertificate().getSubjectAlternativeNames()).isNull();
    assertThat(CLIENT.getCertificate().getSubjectX500Principal().getName()).isEqualTo("CN=device");
  }

  @Test
  void theyAreValidFromADayAgoForSomeDays() {
    for (X509Certificate each :
        List.of(AUTHORITY.certificate(), SERVER.getCertificate(), CLIENT.getCertificate())) {
      assertThat(each.getNotBefore()).isEqualTo(Date.from(NOW.minus(Duration.ofDays(1))));
      assertThat(each.getNotAfter()).isEqualTo(Date.from(NOW.plus(Duration.ofDays(29))));
    }
  }

  @Test
  void onlyTheAuthorityMaySign() {
    assertThat(AUTHORITY.certificate().getBasicConstraints()).isZero();
    assertThat(SERVER.getCertificate().getBasicConstraints()).isEqualTo(-1);
    assertThat(SERVER.getCertificate().getSerialNumber())
        .isNotEqualTo(CLIENT.getCertificate().getSerialNumber());
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

  private static X509Certificate[] chain(X509Bundle issued) {
    return issued.getCertificatePathWithRoot();
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
