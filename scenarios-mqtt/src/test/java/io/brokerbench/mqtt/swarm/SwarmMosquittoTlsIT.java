package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.PreSharedKey;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.testkit.RequiredProgram;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with Mosquitto, whose side is OpenSSL: with a pre-shared key, and with certificates. */
class SwarmMosquittoTlsIT {

  private static final byte[] KEY = HexFormat.of().parseHex("00112233445566778899aabbccddeeff");

  @TempDir private Path folder;

  private Path program;
  private Process mosquitto;
  private int port;

  @BeforeEach
  void needsMosquitto() {
    program = RequiredProgram.MOSQUITTO.orSkip();
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (mosquitto != null) {
      mosquitto.destroy();
      mosquitto.waitFor();
    }
  }

  private void start(String... options) throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path configuration = folder.resolve("mosquitto.conf");
    String user = System.getProperty("user.name");
    Files.writeString(
        configuration,
        "user %s\nlistener %d 127.0.0.1\nallow_anonymous true\ntls_version tlsv1.2\n%s\n"
            .formatted(user, port, String.join("\n", options)));
    mosquitto =
        new ProcessBuilder(program.toString(), "-c", configuration.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("mosquitto.log").toFile())
            .start();
    await().until(this::isListening);
  }

  private boolean isListening() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private void startWithPsk() throws IOException {
    Path keys = folder.resolve("psk");
    Files.writeString(keys, "bench:" + HexFormat.of().formatHex(KEY) + "\n");
    start("psk_hint bench", "psk_file " + keys, "ciphers PSK-AES256-CBC-SHA");
  }

  private ClientDriver withPsk(String identity, byte[] key) {
    return Probe.driver(
        new Endpoint(Listener.MQTT_PSK, "127.0.0.1", port),
        Optional.of(CipherSuite.PSK_AES256_CBC),
        Access.OPEN.withPsk(new PreSharedKey(identity, key)));
  }

  @Test
  void aPreSharedKeyIsAgreedOn() throws IOException {
    startWithPsk();
    try (ClientDriver driver = withPsk("bench", KEY)) {
      Probe probe = new Probe(driver, "c").connect();
      NegotiatedTls tls = driver.negotiatedTls().orElseThrow();
      assertThat(tls.cipher()).isEqualTo("TLS_PSK_WITH_AES_256_CBC_SHA");
      assertThat(tls.protocol()).isEqualTo("TLSv1.2");
      assertThat(tls.keyBits()).isZero();
      assertThat(tls.provider()).startsWith("Bouncy Castle");
      assertThat(probe.securedNanos()).isGreaterThan(probe.tcpNanos());
      probe.send(1_000);
      probe.disconnect();
    }
  }

  @Test
  void aWrongPreSharedKeyIsNamed() throws IOException {
    startWithPsk();
    byte[] wrong = KEY.clone();
    wrong[0]++;
    try (ClientDriver driver = withPsk("bench", wrong)) {
      assertThat(new Probe(driver, "c").refusal())
          .startsWith("TLS handshake with 127.0.0.1:%d failed: ".formatted(port))
          .contains("the broker has another pre-shared key for the identity bench");
    }
  }

  @Test
  void anUnknownIdentityIsNamed() throws IOException {
    startWithPsk();
    try (ClientDriver driver = withPsk("stranger", KEY)) {
      assertThat(new Probe(driver, "c").refusal())
          .startsWith("TLS handshake with 127.0.0.1:%d failed: ".formatted(port))
          .contains("pre-shared key")
          .contains("identity stranger");
    }
  }

  @Test
  void certificatesOfBothSidesAreShown() throws IOException {
    TestAuthority authority = TestAuthority.create();
    X509Bundle own = authority.forLoopback();
    Access access = authority.access(folder, authority.forHost("client"));
    Path certificate = Files.writeString(folder.resolve("own.crt"), own.getCertificatePathPEM());
    Path key = Files.writeString(folder.resolve("own.key"), own.getPrivateKeyPEM());
    start(
        "certfile " + certificate,
        "keyfile " + key,
        "cafile " + access.trust().orElseThrow(),
        "require_certificate true",
        "ciphers AES256-GCM-SHA384");
    Endpoint endpoint = new Endpoint(Listener.MQTTS, "127.0.0.1", port);
    for (CipherSuite suite :
        List.of(CipherSuite.RSA_AES256_GCM, CipherSuite.ECDHE_RSA_AES256_GCM)) {
      try (ClientDriver driver = Probe.driver(endpoint, Optional.of(suite), access)) {
        if (suite == CipherSuite.RSA_AES256_GCM) {
          new Probe(driver, "c").connect().send(1_000);
          assertThat(driver.negotiatedTls().orElseThrow().cipher()).isEqualTo(suite.ianaName());
        } else {
          assertThat(new Probe(driver, "c").refusal())
              .endsWith("the broker does not accept TLSv1.2 with ECDHE-RSA-AES256-GCM-SHA384");
        }
      }
    }
    Access anonymous = Access.OPEN.withTrust(access.trust().orElseThrow());
    try (ClientDriver driver =
        Probe.driver(endpoint, Optional.of(CipherSuite.RSA_AES256_GCM), anonymous)) {
      assertThat(new Probe(driver, "c").refusal()).contains("certificate of the client");
    }
  }
}
