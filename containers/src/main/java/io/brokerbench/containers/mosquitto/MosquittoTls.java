package io.brokerbench.containers.mosquitto;

import io.brokerbench.containers.certificates.PrivateFiles;
import io.brokerbench.containers.certificates.ServerCertificateFiles;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.TlsVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The listener for TLS of one mosquitto, whose files are written.
 *
 * @param listener with certificates or with a pre-shared key, as the cipher suite asks
 * @param port on the loopback address
 * @param lines of the configuration
 * @param access what clients need
 */
record MosquittoTls(Listener listener, int port, String lines, Access access) {

  private static final String IDENTITY = "brokerbench";

  /** Bytes of a pre-shared key, as in the published scenario. */
  private static final int KEY_BYTES = 16;

  private static final String COMMON =
      """
      listener %d 127.0.0.1
      tls_version %s
      %s %s
      """;

  /** Writes the files into the broker's folder. */
  static MosquittoTls write(Path folder, int port, CipherSuite cipher) throws IOException {
    String ciphers = cipher.version() == TlsVersion.TLS_1_3 ? "ciphers_tls1.3" : "ciphers";
    String version = cipher.version().title().toLowerCase(Locale.ROOT);
    String common = COMMON.formatted(port, version, ciphers, cipher.openSslName());
    return cipher.isPsk() ? withKey(folder, port, common) : withCertificate(folder, port, common);
  }

  /**
   * The command with the settings that OpenSSL needs before it starts; the process is the same one.
   */
  static List<String> limited(List<String> command, Path folder, CipherSuite cipher)
      throws IOException {
    if (cipher.version() != TlsVersion.TLS_1_2) {
      return command;
    }
    Path file = PrivateFiles.writeText(folder.resolve("openssl.cnf"), MosquittoConfig.ONLY_TLS_1_2);
    List<String> limited = new ArrayList<>(List.of("/usr/bin/env", "OPENSSL_CONF=" + file));
    limited.addAll(command);
    return limited;
  }

  private static MosquittoTls withCertificate(Path folder, int port, String common)
      throws IOException {
    ServerCertificateFiles files = ServerCertificateFiles.write(folder);
    Path certificate = files.writeCertificate(folder.resolve("server.pem"));
    Path key = files.writeKey(folder.resolve("server.key"));
    String lines = common + "certfile %s\nkeyfile %s\n".formatted(certificate, key);
    return new MosquittoTls(Listener.MQTTS, port, lines, Access.OPEN.withTrust(files.trust()));
  }

  private static MosquittoTls withKey(Path folder, int port, String common) throws IOException {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    String hex = HexFormat.of().formatHex(key);
    Path ours = PrivateFiles.writeText(folder.resolve("psk.hex"), hex + "\n");
    Path its = PrivateFiles.writeText(folder.resolve("psk.list"), IDENTITY + ":" + hex + "\n");
    String lines = common + "psk_hint %s\npsk_file %s\n".formatted(IDENTITY, its);
    PreSharedKey shared = new PreSharedKey(IDENTITY, key, Optional.of(ours));
    return new MosquittoTls(Listener.MQTT_PSK, port, lines, Access.OPEN.withPsk(shared));
  }
}
