package io.brokerbench.mqtt.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.driver.ClientDriver;
import io.brokerbench.core.driver.ClientDriverProvider;
import io.brokerbench.core.driver.DriverSettings;
import io.brokerbench.core.driver.Lane;
import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.driver.PublisherSpec;
import io.brokerbench.core.driver.Target;
import io.brokerbench.core.scenario.Protocol;
import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.hivemq.HiveMqDriverProvider;
import io.brokerbench.mqtt.paho.PahoDriverProvider;
import io.brokerbench.mqtt.swarm.SwarmDriverProvider;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A broker of MQTT 5 may answer a message with an error: then it is not acknowledged. */
class RefusedMessageTest {

  private static final int NOT_AUTHORIZED = 0x87;

  static Stream<ClientDriverProvider> drivers() {
    return Stream.of(
        new SwarmDriverProvider(), new HiveMqDriverProvider(), new PahoDriverProvider());
  }

  @ParameterizedTest
  @MethodSource("drivers")
  void aRefusedMessageEndsTheConnectionWithTheReason(ClientDriverProvider provider)
      throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread broker = new Thread(() -> refuseMessages(listener), "refusing-broker");
      broker.setDaemon(true);
      broker.start();
      Endpoint endpoint = Endpoint.mqtt("127.0.0.1", listener.getLocalPort());
      DriverSettings settings =
          DriverSettings.of(Target.of(endpoint), Protocol.MQTT_5, NanoClock.SYSTEM);
      try (ClientDriver driver = provider.open(settings)) {
        assertThat(endOfAPublisher(driver))
            .hasMessageContaining("the broker refused a message: not authorized (0x87)");
      }
    }
  }

  private static Throwable endOfAPublisher(ClientDriver driver) throws Exception {
    Lane lane = driver.lanes().get(0);
    Sends listener = new Sends();
    listener.publisher =
        driver.publisher(
            new PublisherSpec("one", "t", Qos.AT_LEAST_ONCE, 24, false, 10), lane, listener);
    lane.execute(listener.publisher::connect);
    return listener.end.get(20, TimeUnit.SECONDS);
  }

  private static void refuseMessages(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        int type = in.readUnsignedByte() & 0xF0;
        byte[] body = in.readNBytes(in.readUnsignedByte());
        if (type == 0x10) {
          socket.getOutputStream().write(new byte[] {0x20, 3, 0, 0, 0});
        } else if (type == 0x30) {
          int id = 2 + body[1];
          socket
              .getOutputStream()
              .write(new byte[] {0x40, 4, body[id], body[id + 1], (byte) NOT_AUTHORIZED, 0});
        }
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  /** Sends one message when it is connected. */
  private static final class Sends implements PublisherListener {

    private final CompletableFuture<Throwable> end = new CompletableFuture<>();
    private volatile Publisher publisher;

    @Override
    public void onConnected(long nanos, boolean sessionPresent) {
      publisher.offer(0, 1, 2, 3);
      publisher.flush();
    }

    @Override
    public void onDisconnected(long nanos, Throwable cause) {
      end.complete(cause);
    }

    @Override
    public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
      end.complete(new AssertionError("the message was acknowledged"));
    }

    @Override
    public void onReady() {}
  }
}
