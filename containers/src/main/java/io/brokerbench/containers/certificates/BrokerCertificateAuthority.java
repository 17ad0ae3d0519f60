package io.brokerbench.containers.certificates;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.KeyUsage;
import io.netty.pkitesting.X509Bundle;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * A certificate authority for one broker, which no system trusts by default: its keys and those of
 * the certificates that it issues are 2048-bit RSA, valid from a day ago, as clocks differ, for
 * {@value #VALID_DAYS} days, which outlasts any run.
 *
 * <p>Each key takes some tenths of a second of CPU. Safe for use by several threads.
 */
public final class BrokerCertificateAuthority {

  private static final int VALID_DAYS = 30;

  private final Instant from;
  private final X509Bundle root;

  /**
   * Makes one.
   *
   * @param clock wall clock, for the time from which its certificates are valid
   */
  public BrokerCertificateAuthority(Clock clock) {
    from = clock.instant().minus(Duration.ofDays(1));
    root =
        make(
            () ->
                builder("brokerbench test authority")
                    .setIsCertificateAuthority(true)
                    .setPathLengthConstraint(OptionalInt.of(0))
                    .setKeyUsage(true, KeyUsage.keyCertSign)
                    .buildSelfSigned());
  }

  /** Its own certificate, which is the one to trust. */
  public X509Certificate certificate() {
    return root.getCertificate();
  }

  /** A certificate for servers on this machine: {@code localhost}, 127.0.0.1 and ::1. */
  public X509Bundle server() {
    return make(
        () ->
            builder("localhost")
                .setKeyUsage(true, KeyUsage.digitalSignature, KeyUsage.keyEncipherment)
                .addExtendedKeyUsageServerAuth()
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .addSanIpAddress("::1")
                .buildIssuedBy(root));
  }

  /**
   * A certificate for clients, for mutual TLS.
   *
   * @param name common name, letters and digits
   */
  public X509Bundle client(String name) {
    return make(
        () ->
            builder(name)
                .setKeyUsage(true, KeyUsage.digitalSignature, KeyUsage.keyEncipherment)
                .addExtendedKeyUsageClientAuth()
                .buildIssuedBy(root));
  }

  private CertificateBuilder builder(String name) {
    return new CertificateBuilder()
        .rsa2048()
        .subject("CN=" + name)
        .notBefore(from)
        .notAfter(from.plus(Duration.ofDays(VALID_DAYS)));
  }

  private interface Maker {
    X509Bundle make() throws Exception;
  }

  private static X509Bundle make(Maker maker) {
    try {
      return maker.make();
    } catch (Exception e) {
      throw new IllegalStateException("this Java cannot make certificates: " + e.getMessage(), e);
    }
  }
}
