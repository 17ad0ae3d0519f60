package io.brokerbench.mqtt.swarm;

import static io.brokerbench.core.security.CipherSuite.ECDHE_RSA_AES256_GCM;
import static io.brokerbench.core.security.CipherSuite.PSK_AES256_CBC;
import static io.brokerbench.core.security.CipherSuite.RSA_AES256_GCM;
import static io.brokerbench.core.security.CipherSuite.TLS13_AES256_GCM;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.result.NegotiatedTls;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.handler.ssl.SslContext;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS connections agree on what was asked for, or fail with one line that says why. */
@Isolated("it sets a system property")
class SwarmTlsTest {

  private static final String PROVIDER = "brokerbench.tls";

  private static TestAuthority authority;
  private static X509Bundle own;

  @TempDir private Path folder;

  @BeforeAll
  static void makeCertificates() {
    authority = TestAuthority.create();
    own = authority.forLoopback();
  }

  @AfterEach
  void chooseAnyProvider() {
    System.clearProperty(PROVIDER);
  }

  private static FaultyBroker broker(SslContext tls) {
    return FaultyBroker.builder().tls(tls).start();
  }

  private static Endpoint endpoint(FaultyBroker broker) {
    return broker.endpoint(Listener.MQTTS).orElseThrow();
  }

  private static SslContext serverWith(CipherSuite suite) {
    return TestAuthority.server(own, suite.version().title(), suite.ianaName());
  }

  private String refusal(FaultyBroker broker, Optional<CipherSuite> cipher, Access access) {
    try (broker;
        ClientDriver driver = Probe.driver(endpoint(broker), cipher, access)) {
      String refusal = new Probe(driver, "c").refusal();
      assertThat(refusal).hasLineCount(1).contains("127.0.0.1:" + endpoint(broker).port());
      return refusal;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "openssl, RSA_AES256_GCM, BoringSSL",
    "openssl, ECDHE_RSA_AES256_GCM, BoringSSL",
    "jdk, RSA_AES256_GCM, JDK",
    "jdk, ECDHE_RSA_AES256_GCM, JDK",
    "jdk, TLS13_AES256_GCM, JDK"
  })
  void whatWasNegotiatedIsReported(String provider, CipherSuite suite, String title) {
    System.setProperty(PROVIDER, provider);
    try (FaultyBroker broker = broker(serverWith(suite));
        ClientDriver driver =
            Probe.driver(endpoint(broker), Optional.of(suite), authority.access(folder))) {
      assertThat(driver.negotiatedTls()).isEmpty();
      Probe probe = new Probe(driver, "c").connect();
      NegotiatedTls tls = driver.negotiatedTls().orElseThrow();
      assertThat(tls.protocol()).isEqualTo(suite.version().title());
      assertThat(tls.cipher()).isEqualTo(suite.ianaName());
      assertThat(tls.keyBits()).isEqualTo(2_048);
      assertThat(tls.provider()).startsWith(title);
      probe.disconnect();
    }
  }

  @Test
  void theJdkStandsInWhereBoringSslWouldOfferMoreThanIsAsked() {
    try (FaultyBroker broker =
            broker(
                TestAuthority.server(
                    own, "TLSv1.3", "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"));
        ClientDriver driver =
            Probe.driver(
                endpoint(broker), Optional.of(TLS13_AES256_GCM), authority.access(folder))) {
      new Probe(driver, "c").connect();
      assertThat(driver.negotiatedTls().orElseThrow().cipher())
          .isEqualTo(TLS13_AES256_GCM.ianaName());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void aBrokerWithoutTheCipherIsNamedWithIt(String provider) {
    System.setProperty(PROVIDER, provider);
    assertThat(
            refusal(
                broker(serverWith(ECDHE_RSA_AES256_GCM)),
                Optional.of(RSA_AES256_GCM),
                authority.access(folder)))
        .endsWith("failed: the broker does not accept TLSv1.2 with AES256-GCM-SHA384");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void aBrokerWithAnotherVersionIsNamedWithIt(String provider) {
    System.setProperty(PROVIDER, provider);
    assertThat(
            refusal(
                broker(serverWith(TLS13_AES256_GCM)),
                Optional.of(RSA_AES256_GCM),
                authority.access(folder)))
        .endsWith("failed: the broker does not accept TLSv1.2 with AES256-GCM-SHA384");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void anExpiredCertificateIsNamed(String provider) {
    System.setProperty(PROVIDER, provider);
    assertThat(
            refusal(
                broker(TestAuthority.server(authority.expired(), "TLSv1.2")),
                Optional.empty(),
                authority.access(folder)))
        .contains("the broker's certificate has expired");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void anUntrustedCertificateIsNamed(String provider) {
    System.setProperty(PROVIDER, provider);
    X509Bundle foreign = TestAuthority.create().forLoopback();
    assertThat(
            refusal(
                broker(TestAuthority.server(foreign, "TLSv1.2")),
                Optional.empty(),
                authority.access(folder)))
        .contains("the broker's certificate is not trusted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void aCertificateForAnotherHostIsNamedUnlessHostsAreNotVerified(String provider) {
    System.setProperty(PROVIDER, provider);
    X509Bundle other = authority.forHost("broker.example");
    Access access = authority.access(folder);
    assertThat(refusal(broker(TestAuthority.server(other, "TLSv1.2")), Optional.empty(), access))
        .contains("the broker's certificate is not for 127.0.0.1");
    Access anyHost =
        new Access(access.trust(), false, access.certificate(), access.psk(), access.login());
    try (FaultyBroker broker = broker(TestAuthority.server(other, "TLSv1.2"));
        ClientDriver driver = Probe.driver(endpoint(broker), Optional.empty(), anyHost)) {
      new Probe(driver, "c").connect();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void aPlainPortIsNamed(String provider) {
    System.setProperty(PROVIDER, provider);
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver =
            Probe.driver(
                new Endpoint(Listener.MQTTS, "127.0.0.1", broker.port()),
                Optional.empty(),
                authority.access(folder))) {
      assertThat(new Probe(driver, "c").refusal())
          .isEqualTo(
              "TLS handshake with 127.0.0.1:%d failed: the broker closed the connection"
                  .formatted(broker.port()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void aPortThatAnswersInAnotherProtocolIsNamed(String provider) throws IOException {
    System.setProperty(PROVIDER, provider);
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ClientDriver driver =
            Probe.driver(
                new Endpoint(Listener.MQTTS, "127.0.0.1", server.getLocalPort()),
                Optional.empty(),
                authority.access(folder))) {
      Thread answer =
          new Thread(
              () -> {
                try (var socket = server.accept()) {
                  socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n".getBytes(UTF_8));
                  socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                  // the client has gone
                }
              });
      answer.start();
      assertThat(new Probe(driver, "c").refusal())
          .endsWith("failed: what listens there does not speak TLS");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void clientsShowTheirCertificateWhereTheBrokerAsks(String provider) {
    System.setProperty(PROVIDER, provider);
    X509Bundle client = authority.forHost("client");
    try (FaultyBroker broker = broker(authority.mutualServer(own, "TLSv1.2"));
        ClientDriver driver =
            Probe.driver(endpoint(broker), Optional.empty(), authority.access(folder, client))) {
      new Probe(driver, "c").connect();
    }
    assertThat(
            refusal(
                broker(authority.mutualServer(own, "TLSv1.2")),
                Optional.empty(),
                authority.access(folder)))
        .contains("certificate of the client");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openssl", "jdk"})
  void noSessionIsResumed(String provider) {
    System.setProperty(PROVIDER, provider);
    SslContext server = serverWith(RSA_AES256_GCM);
    int connections = 5;
    try (FaultyBroker broker = broker(server);
        ClientDriver driver =
            Probe.driver(endpoint(broker), Optional.of(RSA_AES256_GCM), authority.access(folder))) {
      for (int i = 0; i < connections; i++) {
        new Probe(driver, "c" + i).connect().disconnect();
      }
      assertThat(((SwarmDriver) driver).certificatesPresented()).isEqualTo(connections);
    }
    if (provider.equals("openssl")) { // the JDK's client accepts tickets, which servers do not keep
      assertThat(Collections.list(server.sessionContext().getIds())).hasSize(connections);
    }
  }

  @Test
  void theConnectIsSplitIntoItsParts() {
    try (FaultyBroker broker = broker(serverWith(RSA_AES256_GCM));
        ClientDriver tls =
            Probe.driver(endpoint(broker), Optional.of(RSA_AES256_GCM), authority.access(folder));
        ClientDriver plain = Probe.driver(broker.endpoint(), Optional.empty(), Access.OPEN)) {
      Probe secured = new Probe(tls, "secured").connect();
      assertThat(secured.isInOrder()).isTrue();
      assertThat(secured.securedNanos()).isGreaterThan(secured.tcpNanos());
      assertThat(secured.connectedNanos()).isGreaterThan(secured.securedNanos());

      Probe open = new Probe(plain, "open").connect();
      assertThat(open.isInOrder()).isTrue();
      assertThat(open.tcpNanos()).isPositive().isEqualTo(open.securedNanos());
      assertThat(open.connectedNanos()).isGreaterThan(open.tcpNanos());
    }
  }

  @Test
  void aBrokerThatNeverAnswersTheHandshakeIsDescribed() {
    try (FaultyBroker broker = broker(serverWith(RSA_AES256_GCM));
        ClientDriver driver =
            Probe.driver(endpoint(broker), Optional.empty(), authority.access(folder))) {
      broker.faults().silence(true);
      new Probe(driver, "c").start();
      await()
          .untilAsserted(
              () ->
                  assertThat(EndpointConnects.waiting(driver.connects()))
                      .contains(
                          "127.0.0.1:"
                              + endpoint(broker).port()
                              + " accepted TCP and never answered the TLS handshake (TCP 1, TLS 0,"
                              + " MQTT 0 of 1)"));
    }
  }

  @Test
  void filesThatHoldNoCertificatesAreNamed() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing\n");
    Endpoint nowhere = new Endpoint(Listener.MQTTS, "127.0.0.1", 1);
    assertThatThrownBy(() -> Probe.driver(nowhere, Optional.empty(), Access.OPEN.withTrust(empty)))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("empty.pem");
    Access noKey =
        authority.access(folder).withCertificate(new Access.ClientCertificate(empty, empty));
    assertThatThrownBy(() -> Probe.driver(nowhere, Optional.empty(), noKey))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("empty.pem");
    Endpoint psk = new Endpoint(Listener.MQTT_PSK, "127.0.0.1", 1);
    assertThatThrownBy(() -> Probe.driver(psk, Optional.of(PSK_AES256_CBC), Access.OPEN))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("needs a pre-shared key");
  }
}
