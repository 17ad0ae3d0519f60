package io.brokerbench.containers.certificates;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority that nobody knows, for one broker: its keys and those of the certificates
 * that it issues are {@value #KEY_BITS}-bit RSA, valid from a day ago, as clocks differ, for
 * {@value #VALID_DAYS} days, which outlasts any run.
 *
 * <p>Each key takes some tenths of a second of CPU. Safe for use by several threads.
 */
public final class TestAuthority {

  /** Size of every key: that of the published scenarios. */
  public static final int KEY_BITS = 2048;

  private static final int VALID_DAYS = 30;
  private static final String ALGORITHM = "RSA";
  private static final String SIGNATURE = "SHA256withRSA";
  private static final int SERIAL_BITS = 127;
  private static final X500Name NAME = new X500Name("CN=brokerbench test authority");

  private final SecureRandom random = new SecureRandom();
  private final Instant from;
  private final KeyPair keys;
  private final X509Certificate certificate;

  /**
   * Makes one.
   *
   * @param clock wall clock, for the time from which its certificates are valid
   */
  public TestAuthority(Clock clock) {
    from = clock.instant().minus(Duration.ofDays(1));
    keys = newKeys();
    certificate = issue(NAME, keys, TestAuthority::describeAuthority);
  }

  /** Its own certificate, which is the one to trust. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** A certificate for servers on this machine: {@code localhost}, 127.0.0.1 and ::1. */
  public IssuedCertificate server() {
    KeyPair own = newKeys();
    X509Certificate issued =
        issue(new X500Name("CN=localhost"), own, TestAuthority::describeServer);
    return new IssuedCertificate(own.getPrivate(), issued, certificate);
  }

  /**
   * A certificate for clients, for mutual TLS.
   *
   * @param name common name, letters and digits
   */
  public IssuedCertificate client(String name) {
    KeyPair own = newKeys();
    X509Certificate issued = issue(new X500Name("CN=" + name), own, TestAuthority::describeClient);
    return new IssuedCertificate(own.getPrivate(), issued, certificate);
  }

  private KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
      generator.initialize(KEY_BITS, random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java can't make RSA keys", e);
    }
  }

  /** Says what a certificate is for. */
  private interface Description {
    void addTo(X509v3CertificateBuilder builder) throws CertIOException;
  }

  private static void describeAuthority(X509v3CertificateBuilder builder) throws CertIOException {
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
  }

  private static void describeServer(X509v3CertificateBuilder builder) throws CertIOException {
    describe(builder, KeyPurposeId.id_kp_serverAuth);
    GeneralName[] names = {
      new GeneralName(GeneralName.dNSName, "localhost"),
      new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
      new GeneralName(GeneralName.iPAddress, "::1"),
    };
    builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
  }

  private static void describeClient(X509v3CertificateBuilder builder) throws CertIOException {
    describe(builder, KeyPurposeId.id_kp_clientAuth);
  }

  /** With key encipherment, which the key exchange by RSA is. */
  private static void describe(X509v3CertificateBuilder builder, KeyPurposeId purpose)
      throws CertIOException {
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(
        Extension.keyUsage,
        true,
        new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
    builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
  }

  private X509Certificate issue(X500Name subject, KeyPair subjectKeys, Description description) {
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            NAME,
            new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
            Date.from(from),
            Date.from(from.plus(Duration.ofDays(VALID_DAYS))),
            subject,
            subjectKeys.getPublic());
    try {
      description.addTo(builder);
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(new JcaContentSignerBuilder(SIGNATURE).build(keys.getPrivate())));
    } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException("this Java can't sign a certificate", e);
    }
  }
}
