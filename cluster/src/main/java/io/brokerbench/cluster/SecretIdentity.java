package io.brokerbench.cluster;

import io.brokerbench.core.cluster.ClusterProtection.Secret;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
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

  /** What stands before 32 bytes of key in the encodings of RFC 8410. */
  private static final String PUBLIC_PREFIX = "302a300506032b6570032100";

  private static final String PRIVATE_PREFIX = "302e020100300506032b657004220420";
  private static final X500Name NAME = new X500Name("CN=brokerbench cluster member");

  private final PublicKey publicKey;
  private final PrivateKey privateKey;

  private SecretIdentity(PublicKey publicKey, PrivateKey privateKey) {
    this.publicKey = publicKey;
    this.privateKey = privateKey;
  }

  /** The pair of a secret and a cluster; takes a tenth of a second, so that guessing does too. */
  static SecretIdentity of(String cluster, Secret secret) throws GeneralSecurityException {
    byte[] salt = ("brokerbench cluster " + cluster).getBytes(StandardCharsets.UTF_8);
    byte[] seed =
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
            .generateSecret(new PBEKeySpec(secret.text().toCharArray(), salt, ITERATIONS, KEY_BITS))
            .getEncoded();
    Ed25519PrivateKeyParameters key = new Ed25519PrivateKeyParameters(seed, 0);
    KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
    return new SecretIdentity(
        factory.generatePublic(
            new X509EncodedKeySpec(encoded(PUBLIC_PREFIX, key.generatePublicKey().getEncoded()))),
        factory.generatePrivate(new PKCS8EncodedKeySpec(encoded(PRIVATE_PREFIX, seed))));
  }

  private static byte[] encoded(String prefix, byte[] key) {
    byte[] start = HexFormat.of().parseHex(prefix);
    byte[] all = Arrays.copyOf(start, start.length + key.length);
    System.arraycopy(key, 0, all, start.length, key.length);
    return all;
  }

  /** With the key and a certificate that it signed for itself. */
  KeyStore keyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    store.setKeyEntry("member", privateKey, PASSWORD, new Certificate[] {certificate()});
    return store;
  }

  /** Valid at all times, as the secret is: clocks of members may be wrong. */
  @SuppressWarnings("JavaUtilDate") // the certificate's builder takes nothing else
  private X509Certificate certificate() throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              new JcaX509v3CertificateBuilder(
                      NAME,
                      BigInteger.ONE,
                      new Date(0),
                      new Date(253_402_300_799_000L),
                      NAME,
                      publicKey)
                  .build(new JcaContentSignerBuilder(ALGORITHM).build(privateKey)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /** Trusts those with the same key. */
  X509ExtendedTrustManager trust() {
    return new SameKey(publicKey);
  }

  private static final class SameKey extends X509ExtendedTrustManager {

    private final PublicKey key;

    SameKey(PublicKey key) {
      this.key = key;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (chain.length == 0
          || !Arrays.equals(chain[0].getPublicKey().getEncoded(), key.getEncoded())) {
        throw new CertificateException("a member with another secret");
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
