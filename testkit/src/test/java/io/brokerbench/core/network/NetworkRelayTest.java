package io.brokerbench.core.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.NetworkConditions;
import io.brokerbench.testkit.broker.FaultyBroker;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NetworkRelayTest {

  private static final double MILLI = 1e6;

  private final ServerSocket server;
  private NetworkRelay relay;

  NetworkRelayTest() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread echo = new Thread(this::echo, "echo");
    echo.setDaemon(true);
    echo.start();
  }

  private void echo() {
    try {
      while (true) {
        try (Socket socket = server.accept()) {
          socket.setTcpNoDelay(true);
          socket.getInputStream().transferTo(socket.getOutputStream());
        }
      }
    } catch (IOException e) {
      assertThat(server.isClosed()).isTrue();
    }
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    if (relay != null) {
      relay.close();
    }
  }

  private Socket connect(int latencyMillis, int jitterMillis, Optional<Long> bits)
      throws IOException {
    return connect(latencyMillis, jitterMillis, bits, server.getLocalPort());
  }

  private Socket connect(int latencyMillis, int jitterMillis, Optional<Long> bits, int port)
      throws IOException {
    NetworkConditions conditions =
        new NetworkConditions(
            Duration.ofMillis(latencyMillis), Duration.ofMillis(jitterMillis), 0, bits);
    relay = new NetworkRelay(conditions, 42);
    Endpoint relayed = relay.listenFor(Endpoint.mqtt("127.0.0.1", port));
    relay.start();
    Socket socket = new Socket(relayed.host(), relayed.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(10_000);
    return socket;
  }

  private static double roundTripMillis(Socket socket) throws IOException {
    long before = NanoClock.SYSTEM.nanoTime();
    socket.getOutputStream().write(1);
    assertThat(socket.getInputStream().read()).isEqualTo(1);
    return (NanoClock.SYSTEM.nanoTime() - before) / MILLI;
  }

  /** A node that is cut off accepts nothing; neither does one that has no room for a connection. */
  private static List<Socket> fill(ServerSocket full) throws IOException {
    List<Socket> waiting = new ArrayList<>();
    while (true) {
      Socket socket = new Socket();
      try {
        socket.connect(full.getLocalSocketAddress(), 300);
        waiting.add(socket);
      } catch (SocketTimeoutException e) {
        socket.close();
        return waiting;
      }
    }
  }

  /** Its CONNECT would throw out the client itself, which is back by then. */
  @Test
  void whatAClientSentThatHasGivenUpIsKeptForNoNode() throws IOException {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> waiting = fill(full);
      try (Socket client = connect(1, 0, Optional.empty(), full.getLocalPort())) {
        client.getOutputStream().write(1);
        client.shutdownOutput();
        assertThat(client.getInputStream().read()).as("the relay has ended it, too").isEqualTo(-1);
      }
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  @Test
  void aNodeThatIsSlowToTakeAConnectionGetsWhatWasSent() throws IOException {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> waiting = fill(full);
      try (Socket client = connect(1, 0, Optional.empty(), full.getLocalPort())) {
        client.getOutputStream().write(7);
        for (Socket socket : waiting) {
          full.accept().close();
          socket.close();
        }
        full.setSoTimeout(20_000);
        try (Socket late = full.accept()) {
          assertThat(late.getInputStream().read()).isEqualTo(7);
        }
      }
    }
  }

  @Test
  void eachDirectionTakesTheLatency() throws IOException {
    try (Socket socket = connect(20, 0, Optional.empty())) {
      double[] trips = new double[20];
      for (int i = 0; i < trips.length; i++) {
        trips[i] = roundTripMillis(socket);
      }
      Arrays.sort(trips);
      assertThat(trips[0]).isBetween(40.0, 79.9); // of the fastest, once each way
    }
  }

  @Test
  void jitterIsAsMuchAsIsAskedForAndNeverChangesTheOrder() throws IOException {
    try (Socket socket = connect(10, 10, Optional.empty())) {
      double least = 100;
      double most = 0;
      for (int i = 0; i < 30; i++) {
        double trip = roundTripMillis(socket);
        least = Math.min(least, trip);
        most = Math.max(most, trip);
      }
      assertThat(most - least).isGreaterThan(10);
      byte[] sent = new byte[200_000];
      new Random(1).nextBytes(sent);
      for (int i = 0; i < sent.length; i += 1_000) {
        socket.getOutputStream().write(sent, i, 1_000);
      }
      socket.shutdownOutput();
      assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
    }
  }

  @Test
  void noMorePassesThanTheBandwidth() throws IOException {
    try (Socket socket = connect(0, 0, Optional.of(8_000_000L))) {
      Thread sender =
          new Thread(
              () -> {
                try {
                  socket.getOutputStream().write(new byte[300_000]);
                  socket.shutdownOutput();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      long before = NanoClock.SYSTEM.nanoTime();
      sender.start();
      assertThat(socket.getInputStream().readAllBytes()).hasSize(300_000);
      double millis = (NanoClock.SYSTEM.nanoTime() - before) / MILLI;
      // 0.3 s there, and back as it comes, but for what is read at once
      assertThat(millis).isGreaterThan(290.0);
    }
  }

  @Test
  void aConnectionThatTheBrokerRefusesEnds() throws IOException {
    try (Socket unheard = new Socket()) {
      // Has a port that no other process can get, and does not listen.
      unheard.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (Socket socket = connect(0, 0, Optional.empty(), unheard.getLocalPort())) {
        InputStream in = socket.getInputStream();
        assertThat(ended(in)).isTrue();
      }
    }
  }

  private static boolean ended(InputStream in) throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  @Test
  void clientsAreTakenToTheBrokerByItsOtherAddress() throws Exception {
    NetworkConditions conditions =
        new NetworkConditions(Duration.ofMillis(1), Duration.ZERO, 0, Optional.empty());
    List<Integer> ports;
    try (FaultyBroker behind = FaultyBroker.start();
        Broker broker = RelayedBroker.around(behind, Optional.of(conditions), 1)) {
      Endpoint endpoint = broker.endpoint(Endpoint.Listener.MQTT).orElseThrow();
      assertThat(endpoint.port()).isNotEqualTo(behind.port());
      assertThat(broker.endpoints()).containsExactly(endpoint);
      assertThat(broker.nodes().get(0).endpoints()).containsExactly(endpoint);
      assertThat(broker.identity()).isEqualTo(behind.identity());
      assertThat(broker.nodes().get(0).isActive()).isTrue();
      ports = List.of(endpoint.port(), behind.port());
    }
    assertThat(ports).hasSize(2).noneMatch(NetworkRelayTest::isOpen);
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean answers(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(1);
      return socket.getInputStream().read() == 1;
    } catch (SocketException e) {
      return false;
    }
  }

  /** Where that cannot be said, one connection ends, and no other. */
  @Test
  void linksLeadToWhereANodeIsAtTheMoment() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    AtomicReference<Supplier<Optional<InetSocketAddress>>> node =
        new AtomicReference<>(Optional::empty);
    LinkRelay links =
        LinkRelay.before(loopback, List.of(() -> node.get().get()), Duration.ofMillis(1));
    try {
      int port = links.ports().get(0);
      assertThat(answers(port)).isFalse();
      node.set(
          () -> {
            throw new IllegalStateException("not known");
          });
      assertThat(answers(port)).isFalse();
      node.set(() -> Optional.of(new InetSocketAddress(loopback, server.getLocalPort())));
      assertThat(answers(port)).isTrue();
    } finally {
      links.close();
    }
  }

  @Test
  void lossIsNotARelaysToMake() {
    NetworkConditions lossy =
        new NetworkConditions(Duration.ZERO, Duration.ZERO, 0.01, Optional.empty());
    try (FaultyBroker broker = FaultyBroker.start()) {
      assertThatThrownBy(() -> RelayedBroker.around(broker, Optional.of(lossy), 1))
          .isInstanceOf(DefinitionException.class)
          .hasMessageContaining("packets are lost in the kernel");
    }
  }
}
