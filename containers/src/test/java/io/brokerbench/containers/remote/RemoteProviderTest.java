package io.brokerbench.containers.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.containers.JmsTopics;
import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Capability;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.broker.JmsProtocol;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.tls.TestAuthority;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteProviderTest {

  private final RemoteProvider provider = new RemoteProvider(name -> null);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"mqtts", "ws", "wss"})
  void whereNothingListensIsSaidInALine(String scheme) throws Exception {
    int port = closedPort();
    assertThatThrownBy(() -> start("mqtt://127.0.0.1:" + port))
        .isInstanceOf(BrokerException.class)
        .hasMessage("mqtt://127.0.0.1:%d: cannot reach an MQTT broker: Connection refused", port);
    assertThatThrownBy(() -> start(scheme + "://127.0.0.1:" + port))
        .isInstanceOf(BrokerException.class)
        .hasMessageMatching(
            scheme + "://127.0.0.1:\\d+(/mqtt)?: cannot reach an MQTT broker: .*refused");
  }

  @Test
  void everyAddressHasToAnswer() throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().start()) {
      Endpoint there = broker.endpoints().get(0);
      int port = closedPort();
      assertThatThrownBy(() -> start(there.uri() + ",127.0.0.1:" + port))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith("mqtt://127.0.0.1:" + port + ": ");
      assertThatThrownBy(() -> start(there.uri() + "?mqtts=" + port))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith("mqtts://127.0.0.1:" + port + ": ");
    }
  }

  @Test
  void aBrokerIsWhatItIsSaidToBe() throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().start()) {
      String plain = broker.endpoints().get(0).uri();
      try (Broker remote = provider.start(BrokerRequest.of(plain))) {
        assertThat(remote.identity().product()).isEqualTo("MQTT broker");
      }
      try (Broker remote =
          provider.start(BrokerRequest.of(plain + "?product=Some%20Broker&version=7.1"))) {
        assertThat(remote.identity().product()).isEqualTo("Some Broker");
        assertThat(remote.identity().version()).isEqualTo("7.1");
      }
    }
  }

  @Test
  void whatJmsNeedsIsSaidInItsAddress() throws Exception {
    try (FaultyBroker broker = FaultyBroker.builder().start()) {
      String plain = broker.endpoints().get(0).uri();
      int port = broker.endpoints().get(0).port();
      assertThatThrownBy(() -> provider.start(BrokerRequest.of(plain).withAmqp()))
          .hasMessageContaining("name it with amqp=PORT");
      String own = plain + "?jms=127.0.0.1:" + port + "&amqp-topics=openmq";
      try (Broker remote = provider.start(BrokerRequest.of(own).withJms(JmsProtocol.JMS))) {
        assertThat(remote.topicMapping()).isEqualTo(JmsTopics.OPENMQ);
        assertThat(remote.capabilities()).contains(Capability.JMS).doesNotContain(Capability.AMQP);
      }
      assertThatThrownBy(() -> start(plain + "?amqp=" + port))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith("amqp://127.0.0.1:" + port + ": cannot reach a JMS broker: ");
      assertThatThrownBy(() -> start(plain + "?amqp-topics=other"))
          .hasMessageContaining("amqp-topics other: artemis, activemq, openmq or qpid");
    }
  }

  @Test
  void itHasTheTlsThatItsListenersHave() throws Exception {
    Path key = Files.writeString(folder.resolve("psk"), "00ff");
    SslContext tls = TestAuthority.server(TestAuthority.create().forLoopback(), "TLSv1.3");
    try (FaultyBroker broker = FaultyBroker.builder().tls(tls).start()) {
      String plain = broker.endpoint(Listener.MQTT).orElseThrow().uri();
      int port = broker.endpoint(Listener.MQTTS).orElseThrow().port();
      try (Broker remote = provider.start(BrokerRequest.of(plain))) {
        assertThat(remote.capabilities())
            .doesNotContain(Capability.TLS, Capability.TLS_PSK, Capability.WEBSOCKET);
      }
      String all =
          plain
              + "?mqtts=%d&psk=%d&core=%d&psk-identity=me&psk-file=".formatted(port, port, port)
              + key;
      try (Broker remote = provider.start(BrokerRequest.of(all))) {
        assertThat(remote.capabilities()).contains(Capability.TLS, Capability.TLS_PSK);
        assertThat(remote.access().psk()).isPresent();
      }
    }
  }

  /** As a proxy does whose broker is gone: it accepts connections, and says nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"mqtt", "mqtts", "ws", "wss", "amqp", "amqps", "cores"})
  void whatOnlyAcceptsConnectionsIsNoBroker(String scheme) throws Exception {
    Thread closing;
    try (ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      closing = new Thread(() -> acceptAndClose(proxy));
      closing.start();
      String selector = scheme + "://127.0.0.1:" + proxy.getLocalPort();
      assertThatThrownBy(() -> start(selector))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith(selector)
          .hasMessageContaining(": cannot reach ");
    }
    closing.join();
  }

  private static void acceptAndClose(ServerSocket proxy) {
    try {
      while (true) {
        proxy.accept().close();
      }
    } catch (IOException e) {
      return; // it is over
    }
  }

  /** A fatal alert of a handshake that failed: no cipher suite in common. */
  @Test
  void aListenerThatWantsAnotherCipherSuiteAnswers() throws Exception {
    byte[] alert = {21, 3, 3, 0, 2, 2, 40};
    try (ServerSocket broker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> refusing =
          CompletableFuture.runAsync(
              () -> {
                try (Socket client = broker.accept()) {
                  assertThat(client.getInputStream().read()).isEqualTo(22);
                  client.getOutputStream().write(alert);
                  client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      start("mqtts://127.0.0.1:" + broker.getLocalPort());
      refusing.join();
    }
  }

  /** That it wants a certificate of the client is for the client's own handshake to deal with. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aListenerThatWantsACertificateAnswers(String version) throws Exception {
    TestAuthority authority = TestAuthority.create();
    SslContext mutual = authority.mutualServer(authority.forLoopback(), version);
    try (FaultyBroker broker = FaultyBroker.builder().tls(mutual).start()) {
      start(broker.endpoint(Listener.MQTTS).orElseThrow().uri());
    }
  }

  @Test
  void anAddressIsCheckedBeforeAnythingStarts() {
    assertThatThrownBy(() -> provider.of("mqtt://localhost?foo=1"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("mqtt://localhost?foo=1: no parameter foo; there are ");
    assertThat(provider.of("amqp://localhost").name())
        .isEqualTo("an address without a listener for MQTT");
    assertThat(provider.of("amqp://localhost").capabilities())
        .contains(Capability.AMQP)
        .doesNotContain(Capability.MQTT_3_1_1, Capability.RETAINED_MESSAGES);
    assertThat(provider.of("mqtt://localhost?amqp=5672").capabilities())
        .contains(Capability.AMQP, Capability.MQTT_5);
  }

  @Test
  void anAddressOfALibrarysOwnNeedsAPort() {
    assertThatThrownBy(() -> start("jms://broker.example"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "jms://broker.example: the port of broker.example is missing, as jms:// has no usual"
                + " one");
  }

  @Test
  void itHasTheWebSocketsOfItsAddress() throws Exception {
    BrokerRequest mqtt = BrokerRequest.of("mqtt://127.0.0.1:1").withWebSocket();
    assertThatThrownBy(() -> provider.start(mqtt))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("WebSocket is needed, and no listener has it");
    try (FaultyBroker broker = FaultyBroker.builder().webSocket("/mqtt").start();
        Broker remote =
            provider.start(
                BrokerRequest.of(broker.endpoint(Listener.WS).orElseThrow().uri())
                    .withWebSocket())) {
      assertThat(remote.capabilities()).contains(Capability.WEBSOCKET);
    }
  }

  @Test
  void aListenerThatTheScenarioNeedsHasToBeNamed() {
    assertThatThrownBy(() -> start("mqtt://127.0.0.1:1", CipherSuite.RSA_AES256_GCM))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(
            "mqtt://127.0.0.1:1: TLS is needed, and no listener has it; name its port"
                + " with mqtts=PORT");
    assertThatThrownBy(() -> start("mqtts://127.0.0.1:1", CipherSuite.PSK_AES256_CBC))
        .isInstanceOf(DefinitionException.class)
        .hasMessageEndingWith("name its port with psk=PORT");
    assertThatThrownBy(() -> start("wss://127.0.0.1:1", CipherSuite.RSA_AES256_GCM))
        .isInstanceOf(BrokerException.class);
  }

  @Test
  void aListenerForAPreSharedKeyNeedsOne() {
    assertThatThrownBy(() -> start("mqtt+psk://127.0.0.1:1"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageContaining("psk-identity=NAME and psk-file=FILE");
  }

  @Test
  void aMistakeIsToldWithTheSelector() {
    assertThatThrownBy(() -> start("mqtt://host?stomp=1&pid=x"))
        .isInstanceOf(DefinitionException.class)
        .hasMessageStartingWith("mqtt://host?stomp=1&pid=x: no parameter stomp");
  }

  @Test
  void aProcessThatIsNotThereIsSaid() {
    assertThatThrownBy(() -> start("mqtt://127.0.0.1?pid=999999999"))
        .isInstanceOf(BrokerException.class)
        .hasMessage("pid 999999999: there is no such process on this machine");
  }

  @Test
  void aPortCannotBeChosen() {
    assertThatThrownBy(() -> provider.start(BrokerRequest.of("mqtt://127.0.0.1").withPort(1)))
        .isInstanceOf(DefinitionException.class);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void start(String selector) throws BrokerException {
    provider.start(BrokerRequest.of(selector)).close();
  }

  private void start(String selector, CipherSuite cipher) throws BrokerException {
    Security security = Security.ofPublishers(cipher);
    provider.start(BrokerRequest.of(selector).withSecurity(security)).close();
  }
}
