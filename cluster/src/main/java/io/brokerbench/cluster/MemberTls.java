package io.brokerbench.cluster;

import io.brokerbench.core.cluster.ClusterProtection;
import io.brokerbench.core.cluster.ClusterProtection.KeyStoreFile;
import io.brokerbench.core.cluster.ClusterProtection.Secret;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/** The certificate of a member and the members that it trusts; counts those that it refuses. */
final class MemberTls {

  private final SSLContext context;
  private final AtomicInteger refusals;

  private MemberTls(SSLContext context, AtomicInteger refusals) {
    this.context = context;
    this.refusals = refusals;
  }

  /**
   * Of a member of a cluster.
   *
   * @param cluster its name
   * @throws IOException if a key store cannot be read
   */
  static MemberTls of(String cluster, ClusterProtection protection)
      throws GeneralSecurityException, IOException {
    if (protection instanceof Secret secret) {
      KeyStore own = SecretIdentity.keyStore(cluster, secret);
      return of(own, SecretIdentity.PASSWORD, own);
    }
    KeyStoreFile file = (KeyStoreFile) protection;
    KeyStore own = load(file.file(), file.password());
    requireKey(own, file);
    KeyStore trust = file.trust().isPresent() ? load(file.trust().get(), file.password()) : own;
    return of(own, file.password().toCharArray(), trust);
  }

  private static MemberTls of(KeyStore own, char[] password, KeyStore trust)
      throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, password);
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(trust);
    AtomicInteger refusals = new AtomicInteger();
    Counting counting = new Counting((X509TrustManager) trusted.getTrustManagers()[0], refusals);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), new TrustManager[] {counting}, null);
    return new MemberTls(context, refusals);
  }

  /** Otherwise the only message would be that a handshake failed. */
  private static void requireKey(KeyStore store, KeyStoreFile file)
      throws GeneralSecurityException, IOException {
    for (String alias : Collections.list(store.aliases())) {
      try {
        if (store.isKeyEntry(alias)
            && store.getKey(alias, file.password().toCharArray()) instanceof PrivateKey) {
          return;
        }
      } catch (UnrecoverableKeyException e) {
        throw new IOException(
            "the key %s in the key store %s has another password than the store"
                .formatted(alias, file.file()),
            e);
      }
    }
    throw new IOException("the key store " + file.file() + " holds no private key");
  }

  private static KeyStore load(Path file, String password)
      throws GeneralSecurityException, IOException {
    try {
      return KeyStore.getInstance(file.toFile(), password.toCharArray());
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("the key store " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  SSLContext context() {
    return context;
  }

  /** How often the other side of a connection was none to be trusted. */
  int untrusted() {
    return refusals.get();
  }

  /**
   * Trusts as another manager does, and counts refusals. Names do not matter: members come and go
   * at any address.
   */
  private static final class Counting extends X509ExtendedTrustManager {

    private final X509TrustManager trust;
    private final AtomicInteger refusals;

    Counting(X509TrustManager trust, AtomicInteger refusals) {
      this.trust = trust;
      this.refusals = refusals;
    }

    private void check(boolean client, X509Certificate[] chain, String type)
        throws CertificateException {
      try {
        if (client) {
          trust.checkClientTrusted(chain, type);
        } else {
          trust.checkServerTrusted(chain, type);
        }
      } catch (CertificateException e) {
        refusals.incrementAndGet();
        throw e;
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(true, chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(false, chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(true, chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(false, chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(true, chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(false, chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return trust.getAcceptedIssuers();
    }
  }
}
