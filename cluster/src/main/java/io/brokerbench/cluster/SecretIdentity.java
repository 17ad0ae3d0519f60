package io.brokerbench.cluster;

import io.brokerbench.core.cluster.ClusterProtection.Secret;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Date;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A key pair for exactly those who know a secret: it is derived from the secret and the cluster's
 * name. A member that proves in the handshake that it has the same private key knows the secret.
 * The connection is then encrypted with keys of its own.
 */
final class SecretIdentity {

  static final char[] PASSWORD = "in memory".toCharArray();

  private static final String ALGORITHM = "Ed25519";
  private static final int ITERATIONS = 200_000;
  private static final int KEY_BITS = 256;
  private static final X500Name NAME = new X500Name("CN=brokerbench cluster member");

  private SecretIdentity() {}

  /**
   * The private key of a secret and a cluster, and a certificate that it signed for itself: the
   * same for all members. Takes a tenth of a second, so that guessing does too.
   */
  static KeyStore keyStore(String cluster, Secret secret)
      throws GeneralSecurityException, IOException {
    byte[] salt = ("brokerbench cluster " + cluster).getBytes(StandardCharsets.UTF_8);
    byte[] seed =
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
            .generateSecret(new PBEKeySpec(secret.text().toCharArray(), salt, ITERATIONS, KEY_BITS))
            .getEncoded();
    PrivateKey key =
        KeyFactory.getInstance(ALGORITHM)
            .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
    SubjectPublicKeyInfo publicKey =
        SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(
            new Ed25519PrivateKeyParameters(seed).generatePublicKey());
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    store.setKeyEntry("member", key, PASSWORD, new Certificate[] {certificate(key, publicKey)});
    return store;
  }

  /** Valid at all times, as the secret is: clocks of members may be wrong. */
  @SuppressWarnings("JavaUtilDate") // the certificate's builder takes nothing else
  private static X509Certificate certificate(PrivateKey key, SubjectPublicKeyInfo publicKey)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              new X509v3CertificateBuilder(
                      NAME,
                      BigInteger.ONE,
                      new Date(0),
                      new Date(253_402_300_799_000L),
                      NAME,
                      publicKey)
                  .build(new JcaContentSignerBuilder(ALGORITHM).build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }
}
