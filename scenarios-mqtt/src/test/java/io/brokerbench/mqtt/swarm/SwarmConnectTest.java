package io.brokerbench.mqtt.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.EndpointConnects;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.security.Access;
import io.brokerbench.core.security.Access.Login;
import io.brokerbench.testkit.broker.FaultyBroker;
import io.brokerbench.testkit.broker.record.ConnectRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where connections come from and go to, and what they say first. */
@Isolated("it sets a system property, and judges times")
class SwarmConnectTest {

  @AfterEach
  void chooseAnyTransport() {
    System.clearProperty(NettyTransport.PROPERTY);
  }

  private static InetAddress loopback(int last) throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
  }

  private static List<String> addresses(FaultyBroker broker) {
    return broker.connects().stream().map(c -> c.from().getAddress().getHostAddress()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"epoll", "nio"})
  void connectionsComeFromTheGivenAddressesInTurn(String transport) throws UnknownHostException {
    System.setProperty(NettyTransport.PROPERTY, transport);
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver =
            Probe.driver(
                broker.endpoint(), Optional.empty(), Access.OPEN, loopback(2), loopback(3))) {
      for (int i = 0; i < 4; i++) {
        new Probe(driver, "c" + i).connect();
      }
      assertThat(addresses(broker))
          .containsExactly("127.0.0.2", "127.0.0.3", "127.0.0.2", "127.0.0.3");
      assertThat(broker.connects()).extracting(c -> c.from().getPort()).doesNotContain(0);
    }
  }

  @Test
  void aLaneThatIsBusyWhenItIsClosedLeavesNoConnection() throws Exception {
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver =
            Probe.driver(broker.endpoint(), Optional.empty(), Access.OPEN, loopback(1))) {
      new Probe(driver, "c").connect();
      CountDownLatch busy = new CountDownLatch(1);
      CountDownLatch over = new CountDownLatch(1);
      driver
          .lanes()
          .get(0)
          .execute(
              () -> {
                busy.countDown();
                awaitOrFail(over);
              });
      busy.await();
      Thread closing = new Thread(driver::close);
      closing.start();
      await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
      over.countDown();
      closing.join();
      await().until(() -> broker.counters().connectionsOpen() == 0);
    }
  }

  private static void awaitOrFail(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void everyAddressConnectsToEveryEndpoint() throws UnknownHostException {
    try (FaultyBroker one = FaultyBroker.start();
        FaultyBroker two = FaultyBroker.start();
        ClientDriver driver =
            Probe.driver(
                new Target(List.of(one.endpoint(), two.endpoint()), Optional.empty()),
                Access.OPEN,
                Protocol.MQTT_3_1_1,
                loopback(2),
                loopback(3))) {
      for (int i = 0; i < 8; i++) {
        new Probe(driver, "c" + i).connect();
      }
      List<String> inTurn = List.of("127.0.0.2", "127.0.0.3", "127.0.0.2", "127.0.0.3");
      assertThat(addresses(one)).isEqualTo(inTurn);
      assertThat(addresses(two)).isEqualTo(inTurn);
    }
  }

  @Test
  void anAddressThatIsNotOursIsNamed() throws UnknownHostException {
    InetAddress documentation = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver =
            Probe.driver(broker.endpoint(), Optional.empty(), Access.OPEN, documentation)) {
      assertThat(new Probe(driver, "c").refusal())
          .contains("127.0.0.1:" + broker.port())
          .contains("192.0.2.1");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Protocol.class,
      names = {"MQTT_3_1_1", "MQTT_5"})
  void userAndPasswordAreSaid(Protocol protocol) {
    Login login = new Login("jürgen", "geheim");
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver =
            Probe.driver(Target.of(broker.endpoint()), Access.OPEN.withLogin(login), protocol)) {
      new Probe(driver, "c").connect();
      assertThat(broker.connects())
          .extracting(ConnectRecord::login)
          .containsOnly(Optional.of(login));
    }
  }

  /** The broker closes connections that are silent for one and a half times what it asked for. */
  @Test
  void aKeepAliveThatTheBrokerAsksForIsKept() {
    try (FaultyBroker broker = FaultyBroker.builder().serverKeepAlive(1).start();
        ClientDriver driver =
            Probe.driver(Target.of(broker.endpoint()), Access.OPEN, Protocol.MQTT_5)) {
      new Probe(driver, "c").connect();
      await()
          .during(Duration.ofMillis(2_500))
          .atMost(Duration.ofSeconds(10))
          .until(() -> broker.counters().connectionsOpen() == 1);
    }
  }

  /** It may be queued behind what comes, as the answer to a ping is. */
  @Test
  void aBrokerThatSendsAllTheTimeIsThereThoughItAnswersNoPing() throws Exception {
    CountDownLatch enough = new CountDownLatch(1);
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread sending = new Thread(() -> answerNoPing(listener, enough), "answers-no-ping");
      sending.setDaemon(true);
      sending.start();
      Endpoint endpoint = Endpoint.mqtt("127.0.0.1", listener.getLocalPort());
      try (ClientDriver driver = Probe.driver(Target.of(endpoint), Access.OPEN, Protocol.MQTT_5)) {
        Probe client = new Probe(driver, "c").connect();
        await()
            .during(Duration.ofMillis(2_500))
            .atMost(Duration.ofSeconds(10))
            .until(() -> !client.hasEnded());
        enough.countDown();
        assertThat(client.cause())
            .isEqualTo("nothing came from the broker within 1 s, and no answer to a ping");
      }
    }
  }

  /** Wants a keep-alive of a second, and acknowledges again and again what it was not sent. */
  private static void answerNoPing(ServerSocket listener, CountDownLatch enough) {
    try (Socket client = listener.accept()) {
      int unused = client.getInputStream().read(new byte[1_024]);
      OutputStream out = client.getOutputStream();
      out.write(HexFormat.of().parseHex("2006000003130001"));
      while (!enough.await(100, TimeUnit.MILLISECONDS)) {
        out.write(HexFormat.of().parseHex("40020009"));
      }
      client.getInputStream().readAllBytes();
    } catch (IOException | InterruptedException e) {
      // the client has gone
    }
  }

  @Test
  void whatAListenerThrowsIsNotBlamedOnTheBroker() {
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver = Probe.driver(broker.endpoint(), Optional.empty(), Access.OPEN)) {
      assertThat(new Probe(driver, "c").throwing(new IndexOutOfBoundsException("ours")).refusal())
          .isEqualTo("ours");
    }
  }

  @Test
  void aBrokerThatTakesConnectionsAndIsSilentIsDescribed() {
    try (FaultyBroker broker = FaultyBroker.start();
        ClientDriver driver = Probe.driver(broker.endpoint(), Optional.empty(), Access.OPEN)) {
      broker.faults().silence(true);
      new Probe(driver, "a").start();
      new Probe(driver, "b").start();
      String name = "127.0.0.1:" + broker.port();
      await()
          .untilAsserted(
              () ->
                  assertThat(EndpointConnects.waiting(driver.connects()))
                      .contains(
                          name
                              + " accepted TCP and never answered MQTT's CONNECT (TCP 2, MQTT 0 of"
                              + " 2)"));
      assertThat(broker.counters().tcpAccepted()).isEqualTo(2);
    }
  }
}
