package io.brokerbench.containers.container;

import io.brokerbench.containers.certificates.PrivateFiles;
import io.brokerbench.containers.certificates.ServerCertificateFiles;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The listener for TLS of one container: a certificate for it, or a key that both sides know, in
 * files at the same paths for all products.
 *
 * @param cipher the only one that it takes
 * @param password of the key store
 * @param files contents by their paths in the container
 * @param access what clients need
 */
public record ContainerTls(
    CipherSuite cipher, String password, Map<String, byte[]> files, Access access) {

  public static final String CERTIFICATE = "/brokerbench/server.pem";
  public static final String KEY = "/brokerbench/server.key";
  public static final String AUTHORITY = "/brokerbench/ca.pem";
  public static final String KEY_STORE = "/brokerbench/server.p12";
  public static final String PRE_SHARED_KEYS = "/brokerbench/psk.list";
  public static final String IDENTITY = "brokerbench";

  private static final int PASSWORD_BITS = 128;
  private static final int KEY_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Makes new certificates and keys.
   *
   * @param folder here, for what clients need of them
   */
  static ContainerTls make(CipherSuite cipher, Path folder) throws IOException {
    return cipher.isPsk() ? withKey(cipher, folder) : withCertificate(cipher, folder);
  }

  private static ContainerTls withCertificate(CipherSuite cipher, Path folder) throws IOException {
    ServerCertificateFiles made = ServerCertificateFiles.write(folder);
    String password = new BigInteger(PASSWORD_BITS, RANDOM).toString(Character.MAX_RADIX);
    Path certificate = made.writeCertificate(folder.resolve("server.pem"));
    Path key = made.writeKey(folder.resolve("server.key"));
    Path store = PrivateFiles.writeKeyStore(folder.resolve("server.p12"), made.issued(), password);
    Map<String, byte[]> files =
        Map.of(
            AUTHORITY, Files.readAllBytes(made.trust()),
            CERTIFICATE, Files.readAllBytes(certificate),
            KEY, Files.readAllBytes(key),
            KEY_STORE, Files.readAllBytes(store));
    return new ContainerTls(cipher, password, files, Access.OPEN.withTrust(made.trust()));
  }

  private static ContainerTls withKey(CipherSuite cipher, Path folder) throws IOException {
    byte[] key = new byte[KEY_BYTES];
    RANDOM.nextBytes(key);
    String hex = HexFormat.of().formatHex(key);
    Path ours = PrivateFiles.writeText(folder.resolve("psk.hex"), hex + "\n");
    byte[] list = (IDENTITY + ":" + hex + "\n").getBytes(StandardCharsets.US_ASCII);
    PreSharedKey shared = new PreSharedKey(IDENTITY, key, Optional.of(ours));
    return new ContainerTls(cipher, "", Map.of(PRE_SHARED_KEYS, list), Access.OPEN.withPsk(shared));
  }

  Listener listener() {
    return cipher.isPsk() ? Listener.MQTT_PSK : Listener.MQTTS;
  }

  /** {@code tlsv1.2}, as products that are not in Java write it. */
  public String version() {
    return cipher.version().title().toLowerCase(Locale.ROOT);
  }
}
