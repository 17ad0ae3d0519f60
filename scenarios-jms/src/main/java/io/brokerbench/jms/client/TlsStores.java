package io.brokerbench.jms.client;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.ClientCertificate;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.PrivateKeyFile;
import io.brokerbench.core.security.TrustedCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * What lets clients in over TLS, as libraries want it: the certificates and the key of {@link
 * Access}, which are in PEM, as files in PKCS #12 that only their owner may read. Closing it
 * removes the files.
 */
public final class TlsStores implements AutoCloseable {

  private static final String TRUST_STORE = "trustStore";
  private static final String KEY_STORE = "keyStore";
  private static final String PASSWORD = "storePassword";
  private static final String CIPHERS = "ciphers";
  private static final String PROTOCOLS = "tlsProtocols";
  private static final String VERIFY_HOST = "verifyHost";

  /** A value of each placeholder, to try templates with. */
  static final Map<String, String> SAMPLE =
      Map.of(
          TRUST_STORE,
          "trust.p12",
          KEY_STORE,
          "key.p12",
          PASSWORD,
          "secret",
          CIPHERS,
          CipherSuite.TLS13_AES256_GCM.ianaName(),
          PROTOCOLS,
          CipherSuite.TLS13_AES256_GCM.version().title(),
          VERIFY_HOST,
          "true");

  private static final int PASSWORD_BITS = 128;

  private final Access access;
  private final Path folder;
  private final Map<ClientCertificate, Path> own = new HashMap<>();
  private final String password =
      new BigInteger(PASSWORD_BITS, new SecureRandom()).toString(Character.MAX_RADIX);

  /**
   * Writes the files.
   *
   * @throws DefinitionException if a certificate or a key cannot be read
   */
  public TlsStores(Access access) {
    this.access = access;
    try {
      KeyStore trusted = trusted();
      KeyStore keys = keys(access.certificate(), password.toCharArray());
      folder = Files.createTempDirectory("brokerbench-tls"); // once nothing is wrong any more
      write(file(TRUST_STORE), trusted);
      write(file(KEY_STORE), keys);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new DefinitionException("this Java has no PKCS #12: " + e.getMessage(), e);
    }
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private KeyStore trusted() throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    for (TrustManager manager : TrustedCertificates.of(access.trust()).getTrustManagers()) {
      for (X509Certificate trusted : ((X509TrustManager) manager).getAcceptedIssuers()) {
        store.setCertificateEntry("trusted-" + store.size(), trusted);
      }
    }
    return store;
  }

  /**
   * A store with the clients' own certificate and its key; without one, a store that is empty.
   *
   * @param password of the key
   * @throws DefinitionException if the certificate or the key cannot be read
   */
  public static KeyStore keys(Optional<ClientCertificate> certificate, char[] password)
      throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    if (certificate.isPresent()) {
      ClientCertificate own = certificate.get();
      try {
        List<Certificate> chain = TrustedCertificates.certificates(own.certificate());
        store.setKeyEntry(
            "client", PrivateKeyFile.read(own.key()), password, chain.toArray(Certificate[]::new));
      } catch (IOException e) {
        throw new DefinitionException(
            "certificate of the clients %s, key %s: %s"
                .formatted(own.certificate(), own.key(), TrustedCertificates.reason(e)),
            e);
      }
    }
    return store;
  }

  private Path file(String name) {
    return folder.resolve(name + ".p12");
  }

  /** The folder is its owner's alone. */
  private void write(Path file, KeyStore store) throws IOException, GeneralSecurityException {
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, password.toCharArray());
    }
  }

  /**
   * Values of the placeholders for TLS.
   *
   * @param cipher the only one to accept; empty for those that Java accepts
   * @param certificate of one client; empty for the one of all clients
   * @throws DefinitionException if the certificate or its key cannot be read
   */
  public Map<String, String> values(
      Optional<CipherSuite> cipher, Optional<ClientCertificate> certificate) {
    SSLParameters usual = usual();
    return Map.of(
        TRUST_STORE,
        file(TRUST_STORE).toString(),
        KEY_STORE,
        certificate.map(this::keyStore).orElseGet(() -> file(KEY_STORE)).toString(),
        PASSWORD,
        password,
        CIPHERS,
        cipher
            .map(CipherSuite::ianaName)
            .orElseGet(() -> String.join(",", usual.getCipherSuites())),
        PROTOCOLS,
        cipher
            .map(suite -> suite.version().title())
            .orElseGet(() -> String.join(",", usual.getProtocols())),
        VERIFY_HOST,
        Boolean.toString(access.verifyHost()));
  }

  /** The store of one client's certificate, which is written once. */
  private synchronized Path keyStore(ClientCertificate certificate) {
    Path known = own.get(certificate);
    if (known != null) {
      return known;
    }
    Path file = file(KEY_STORE + "-" + (own.size() + 1));
    try {
      write(file, keys(Optional.of(certificate), password.toCharArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new DefinitionException("this Java has no PKCS #12: " + e.getMessage(), e);
    }
    own.put(certificate, file);
    return file;
  }

  private static SSLParameters usual() {
    try {
      return SSLContext.getDefault().getDefaultSSLParameters();
    } catch (NoSuchAlgorithmException e) {
      throw new DefinitionException("this Java has no TLS: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      for (Path file : own.values()) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(file(TRUST_STORE));
      Files.deleteIfExists(file(KEY_STORE));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      // What is left is the owner's alone, in the folder for temporary files.
    }
  }
}
