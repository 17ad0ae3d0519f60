package io.brokerbench.mqtt.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

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
import io.brokerbench.core.mqtt5.AnswerPacket;
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
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A broker of MQTT 5 may answer a message with an error: then it is not acknowledged. */
class RefusedMessageTest {

  private static final int NOT_AUTHORIZED = 0x87;
  private static final String ACCEPTED = "2003000000";
  private static final String FORTY_BYTES_AT_MOST = "20080000052700000028";

  static Stream<ClientDriverProvider> drivers() {
    return Stream.of(
        new SwarmDriverProvider(), new HiveMqDriverProvider(), new PahoDriverProvider());
  }

  static Stream<Arguments> driversWithQos() {
    return drivers()
        .flatMap(
            driver ->
                Stream.of(Qos.AT_LEAST_ONCE, Qos.EXACTLY_ONCE).map(qos -> arguments(driver, qos)));
  }

  @ParameterizedTest
  @MethodSource("driversWithQos")
  void aRefusedMessageEndsTheConnectionWithTheReason(ClientDriverProvider provider, Qos qos)
      throws Exception {
    Sends sends = ended(provider, qos, 24, ACCEPTED);
    assertThat(sends.end.get())
        .hasMessageContaining("the broker refused a message: not authorized (0x87)");
    assertThat(sends.codes)
        .containsExactly((qos == Qos.EXACTLY_ONCE ? "PUBREC " : "PUBACK ") + NOT_AUTHORIZED);
  }

  /** A library would drop them, and the broker would be blamed. */
  @ParameterizedTest
  @MethodSource("drivers")
  void packetsThatAreLongerThanTheBrokerTakesAreRefusedBeforeAnyIsSent(
      ClientDriverProvider provider) throws Exception {
    Sends sends = ended(provider, Qos.AT_LEAST_ONCE, 64, FORTY_BYTES_AT_MOST);
    assertThat(sends.end.get())
        .hasMessageContaining("the broker accepts packets of 40 bytes at most, and these have 72");
  }

  /** The end of the connection of a publisher that sends a message when it is connected. */
  private static Sends ended(
      ClientDriverProvider provider, Qos qos, int payloadBytes, String accepted) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread broker = new Thread(() -> refuseMessages(listener, accepted), "refusing-broker");
      broker.setDaemon(true);
      broker.start();
      Endpoint endpoint = Endpoint.mqtt("127.0.0.1", listener.getLocalPort());
      DriverSettings settings =
          DriverSettings.of(Target.of(endpoint), Protocol.MQTT_5, NanoClock.SYSTEM);
      try (ClientDriver driver = provider.open(settings)) {
        Lane lane = driver.lanes().get(0);
        Sends sends = new Sends();
        sends.publisher =
            driver.publisher(
                new PublisherSpec("one", "t", qos, payloadBytes, false, 10), lane, sends);
        lane.execute(sends.publisher::connect);
        sends.end.get(20, TimeUnit.SECONDS);
        return sends;
      }
    }
  }

  private static void refuseMessages(ServerSocket listener, String accepted) {
    try (Socket socket = listener.accept()) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      while (true) {
        int header = in.readUnsignedByte();
        int type = header & 0xF0;
        byte[] body = in.readNBytes(in.readUnsignedByte());
        if (type == 0x10) {
          socket.getOutputStream().write(HexFormat.of().parseHex(accepted));
        } else if (type == 0x30) {
          int id = 2 + body[1];
          byte answer = (byte) ((header & 0x06) == 0x04 ? 0x50 : 0x40);
          socket
              .getOutputStream()
              .write(new byte[] {answer, 4, body[id], body[id + 1], (byte) NOT_AUTHORIZED, 0});
        }
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  /** Sends one message when it is connected. */
  private static final class Sends implements PublisherListener {

    private final CompletableFuture<Throwable> end = new CompletableFuture<>();
    private final List<String> codes = new CopyOnWriteArrayList<>();
    private volatile Publisher publisher;

    @Override
    public void onReasonCode(AnswerPacket packet, int code) {
      codes.add(packet + " " + code);
    }

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
