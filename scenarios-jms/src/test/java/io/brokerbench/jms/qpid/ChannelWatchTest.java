package io.brokerbench.jms.qpid;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.junit.jupiter.api.Test;

class ChannelWatchTest {

  /** Less than the minute that the library itself waits for. */
  private static final int PATIENCE_SECONDS = 30;

  private static final int UNANSWERED_MILLIS = 300;

  /** A node that is cut off answers nothing; so does one that has no room for a connection. */
  private static List<Socket> fill(ServerSocket server) throws IOException {
    List<Socket> waiting = new ArrayList<>();
    while (true) {
      Socket socket = new Socket();
      try {
        socket.connect(server.getLocalSocketAddress(), UNANSWERED_MILLIS);
        waiting.add(socket);
      } catch (SocketTimeoutException e) {
        socket.close();
        return waiting;
      }
    }
  }

  private static void connect(String uri) {
    try (Connection connection = new JmsConnectionFactory(uri).createConnection()) {
      connection.start();
    } catch (JMSException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void anAttemptThatNoNodeAnswersEndsWhenItIsDropped() throws Exception {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ChannelWatch watch = ChannelWatch.open(NanoClock.SYSTEM)) {
      List<Socket> waiting = fill(full);
      Target target = Target.of(new Endpoint(Listener.AMQP, "127.0.0.1", full.getLocalPort()));
      DriverSettings driver =
          DriverSettings.of(target, Protocol.JMS, NanoClock.SYSTEM)
              .withKeepAlive(Duration.ofSeconds(60));
      String uri = new QpidAddresses(driver, 1).uri(target, watch);
      CompletableFuture<Void> attempt = CompletableFuture.runAsync(() -> connect(uri));
      await().until(() -> watch.channel().isPresent());
      watch.drop();
      assertThatThrownBy(() -> attempt.get(PATIENCE_SECONDS, SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(JMSException.class);
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }
}
