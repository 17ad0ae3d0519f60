package io.brokerbench.containers.certificates;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.KeyUsage;
import io.netty.pkitesting.X509Bundle;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * A certificate authority for one broker, which no system trusts by default: its key and that of
 * the certificate that it issues are 2048-bit RSA, valid from a day ago, as clocks differ, for
 * {@value #VALID_DAYS} days, which outlasts any run.
 */
final class BrokerCertificateAuthority {

  private static final int VALID_DAYS = 30;

  private BrokerCertificateAuthority() {}

  /**
   * A certificate of a new authority for servers on this machine: {@code localhost}, 127.0.0.1 and
   * ::1. Its two keys take some tenths of a second of CPU.
   *
   * @param clock wall clock, for the time from which it is valid
   */
  static X509Bundle server(Clock clock) {
    Instant from = clock.instant().minus(Duration.ofDays(1));
    try {
      X509Bundle root =
          builder("brokerbench test authority", from)
              .setIsCertificateAuthority(true)
              .setPathLengthConstraint(OptionalInt.of(0))
              .setKeyUsage(true, KeyUsage.keyCertSign)
              .buildSelfSigned();
      return builder("localhost", from)
          .setKeyUsage(true, KeyUsage.digitalSignature, KeyUsage.keyEncipherment)
          .addExtendedKeyUsageServerAuth()
          .addSanDnsName("localhost")
          .addSanIpAddress("127.0.0.1")
          .addSanIpAddress("::1")
          .buildIssuedBy(root);
    } catch (Exception e) {
      throw new IllegalStateException("this Java cannot make certificates: " + e.getMessage(), e);
    }
  }

  private static CertificateBuilder builder(String name, Instant from) {
    return new CertificateBuilder()
        .rsa2048()
        .subject("CN=" + name)
        .notBefore(from)
        .notAfter(from.plus(Duration.ofDays(VALID_DAYS)));
  }
}
