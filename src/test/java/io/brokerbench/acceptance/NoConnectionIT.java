package io.brokerbench.acceptance;

import static io.brokerbench.core.security.CipherSuite.ECDHE_RSA_AES256_GCM;
import static io.brokerbench.core.security.CipherSuite.RSA_AES256_GCM;
import static io.brokerbench.core.security.CipherSuite.TLS13_AES256_GCM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.containers.mosquitto.MosquittoProvider;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.handler.ssl.SslContext;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that gets no connection says why in one line, ends with code 3, and leaves nothing. */
@Tag("release")
class NoConnectionIT {

  private static final int ENVIRONMENT_CANNOT = 3;
  private static final String[] SMALL = {
    "--publishers", "20", "--consumers", "1", "--connect-timeout", "2s", "--plain"
  };

  private static TestAuthority authority;
  private static X509Bundle own;

  @TempDir Path folder;

  @BeforeAll
  static void makeCertificates() {
    authority = TestAuthority.create();
    own = authority.forLoopback();
  }

  /** Neither a folder without a result, nor a thread of the driver. */
  @AfterEach
  void nothingIsLeft() throws IOException {
    Path results = folder.resolve("results");
    if (Files.exists(results)) {
      try (Stream<Path> files = Files.list(results)) {
        assertThat(files).isEmpty();
      }
    }
    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("swarm")));
  }

  private void isRefused(String scenario, String selector, String... words) {
    isRefused(List.of("run", scenario, "--broker", selector), words);
  }

  private void isRefused(List<String> command, String... words) {
    Outcome outcome =
        CallHere.run(
            folder.resolve("results"),
            Stream.concat(command.stream(), Stream.of(SMALL)).toArray(String[]::new));
    outcome.complains(ENVIRONMENT_CANNOT, words);
    assertThat(outcome.out()).isEmpty();
  }

  private static FaultyBroker broker(SslContext tls) {
    return FaultyBroker.builder().tls(tls).start();
  }

  private static SslContext serverWith(CipherSuite suite) {
    return serverWith(suite, own);
  }

  private static SslContext serverWith(CipherSuite suite, X509Bundle certificate) {
    return TestAuthority.server(certificate, suite.version().title(), suite.ianaName());
  }

  private static int securePort(FaultyBroker broker) {
    return broker.endpoint(Listener.MQTTS).orElseThrow().port();
  }

  private void securedRunIsRefused(FaultyBroker broker, String why) {
    String trust = authority.access(folder).trust().orElseThrow().toString();
    String selector = broker.endpoint().uri() + "?mqtts=" + securePort(broker) + "&trust=" + trust;
    isRefused("FANIN.SEC.Q0.SHARED", selector, "127.0.0.1:" + securePort(broker), why);
    assertThat(broker.counters().publishesReceived()).isZero();
    await().until(() -> broker.counters().connectionsOpen() == 0);
  }

  @Test
  void aBrokerThatTakesTcpAndNeverAnswersIsSaid() {
    try (FaultyBroker broker = FaultyBroker.start()) {
      broker.faults().silence(true);
      isRefused(
          "FANIN.Q0.SHARED",
          broker.endpoint().uri(),
          broker.endpoint().uri(),
          "accepted TCP and did not answer MQTT's CONNECT within 5s");
    }
  }

  @Test
  void oneThatNeverAnswersTheHandshakeIsSaidWithHowFarConnectsCame() {
    try (FaultyBroker broker = broker(serverWith(RSA_AES256_GCM))) {
      broker.faults().silence(true);
      int port = securePort(broker);
      String trust = authority.access(folder).trust().orElseThrow().toString();
      isRefused(
          "FANIN.Q0.SHARED",
          "mqtts://127.0.0.1:%d?trust=%s".formatted(port, trust),
          "only 0 of 21 clients connected within 2s",
          "127.0.0.1:%d accepted TCP and never answered the TLS handshake (TCP 21, TLS 0, MQTT 0 of 21)"
              .formatted(port));
    }
  }

  @Test
  void anotherVersionOfTlsIsSaid() {
    try (FaultyBroker broker = broker(serverWith(TLS13_AES256_GCM))) {
      securedRunIsRefused(broker, "the broker does not accept TLSv1.2 with AES256-GCM-SHA384");
    }
  }

  @Test
  void aBrokerWithAnotherCipherIsNotMeasuredWithIt() {
    try (FaultyBroker broker = broker(serverWith(ECDHE_RSA_AES256_GCM))) {
      securedRunIsRefused(broker, "the broker does not accept TLSv1.2 with AES256-GCM-SHA384");
    }
  }

  @Test
  void anExpiredCertificateIsSaid() {
    try (FaultyBroker broker = broker(serverWith(RSA_AES256_GCM, authority.expired()))) {
      securedRunIsRefused(broker, "the broker's certificate has expired");
    }
  }

  @Test
  void aCertificateThatNobodyTrustsIsSaid() {
    X509Bundle foreign = TestAuthority.create().forLoopback();
    try (FaultyBroker broker = broker(serverWith(RSA_AES256_GCM, foreign))) {
      securedRunIsRefused(broker, "the broker's certificate is not trusted");
    }
  }

  @Test
  void aCipherThatTheBrokerChoseUnaskedIsRefused() throws IOException {
    try (FaultyBroker plain = FaultyBroker.start();
        WilfulServer server = new WilfulServer(ECDHE_RSA_AES256_GCM)) {
      isRefused(
          "FANIN.SEC.Q0.SHARED",
          plain.endpoint().uri() + "?mqtts=" + server.port(),
          "127.0.0.1:" + server.port(),
          "the broker does not accept TLSv1.2 with AES256-GCM-SHA384");
      assertThat(plain.counters().publishesReceived()).isZero();
    }
  }

  @Test
  void aWrongPreSharedKeyIsSaid() throws Exception {
    Mosquitto.assumeInstalled();
    Path wrong = Files.writeString(folder.resolve("wrong.hex"), "00".repeat(16) + "\n");
    BrokerRequest request =
        BrokerRequest.of("process:mosquitto")
            .withSecurity(Security.ofPublishers(CipherSuite.PSK_AES256_CBC));
    try (Broker broker = new MosquittoProvider().start(request)) {
      Endpoint plain = broker.endpoint(Listener.MQTT).orElseThrow();
      int port = broker.endpoint(Listener.MQTT_PSK).orElseThrow().port();
      isRefused(
          List.of(
              "run",
              "FANIN.SEC.Q0.SHARED",
              "--cipher",
              "PSK-AES256-CBC-SHA",
              "--broker",
              "%s?psk=%d&psk-identity=brokerbench&psk-file=%s".formatted(plain.uri(), port, wrong)),
          "127.0.0.1:" + port,
          "the broker has another pre-shared key for the identity brokerbench");
    }
  }
}
