package io.brokerbench.mqtt.tls;

import java.net.Socket;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Checks a broker's certificates with another manager, and remembers the last chain that passed: a
 * connection that presents the same bytes for the same host passes at once.
 *
 * <p>The check of a chain takes longer than the rest of a client's handshake, and a burst of
 * connections to one broker would measure that. The broker does the same work either way.
 */
final class CachingTrustManager extends X509ExtendedTrustManager {

  private final X509ExtendedTrustManager manager;
  private final AtomicLong presented = new AtomicLong();
  private volatile Passed passed;

  /** A chain that passed. */
  private record Passed(String host, String authType, List<X509Certificate> chain) {

    boolean covers(String otherHost, String otherType, X509Certificate[] other)
        throws CertificateEncodingException {
      if (!host.equals(otherHost) || !authType.equals(otherType) || chain.size() != other.length) {
        return false;
      }
      for (int i = 0; i < other.length; i++) {
        if (!Arrays.equals(chain.get(i).getEncoded(), other[i].getEncoded())) {
          return false;
        }
      }
      return true;
    }
  }

  /** Connections that had a full handshake, until they are asked for; null if that is no matter. */
  private final Set<SSLEngine> full;

  /**
   * One.
   *
   * @param watches whether it keeps which connections were presented certificates
   */
  CachingTrustManager(X509ExtendedTrustManager manager, boolean watches) {
    this.manager = manager;
    this.full = watches ? ConcurrentHashMap.newKeySet() : null;
  }

  /** Whether the broker has presented certificates to a connection; to be asked once. */
  boolean hasPresentedTo(SSLEngine engine) {
    return full == null || full.remove(engine);
  }

  /** How often a broker has presented certificates: once in each full handshake. */
  long presented() {
    return presented.get();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    presented.incrementAndGet();
    if (full != null) {
      full.add(engine);
    }
    String host = String.valueOf(engine.getPeerHost());
    Passed last = passed;
    if (last != null && last.covers(host, authType, chain)) {
      return;
    }
    manager.checkServerTrusted(chain, authType, engine);
    passed = new Passed(host, authType, List.of(chain));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    manager.checkServerTrusted(chain, authType, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    manager.checkServerTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    manager.checkClientTrusted(chain, authType, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    manager.checkClientTrusted(chain, authType, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    manager.checkClientTrusted(chain, authType);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return manager.getAcceptedIssuers();
  }
}
