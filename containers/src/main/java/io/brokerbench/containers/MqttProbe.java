package io.brokerbench.containers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * Asks whether a port really takes MQTT connections: one CONNECT (MQTT 3.1.1, clean session), one
 * CONNACK, one DISCONNECT, on a plain socket.
 */
public final class MqttProbe {

  private static final byte[] CLIENT_ID = "brokerbench-probe".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] DISCONNECT = {(byte) 0xE0, 0};
  private static final int CONNACK = 0x20;

  private MqttProbe() {}

  /**
   * Connects, and returns the CONNACK's return code: 0 for accepted, else as MQTT 3.1.1 section
   * 3.2.2.3 has it.
   *
   * @param timeout for the connection and for the answer, each
   * @throws IOException if nothing listens, nothing answers in time, or the answer isn't MQTT
   */
  public static int connect(String host, int port, Duration timeout) throws IOException {
    int millis = Math.toIntExact(Math.max(1, timeout.toMillis()));
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      InetSocketAddress address = new InetSocketAddress(host, port);
      if (address.isUnresolved()) {
        throw new IOException("no such host");
      }
      socket.connect(address, millis);
      socket.getOutputStream().write(connectPacket());
      byte[] answer = socket.getInputStream().readNBytes(4);
      if (answer.length == 0) {
        throw new IOException("it closed the connection upon CONNECT");
      }
      if (answer.length < 4 || answer[0] != CONNACK) {
        throw new IOException("it does not speak MQTT: answered " + Arrays.toString(answer));
      }
      if (answer[3] == 0) {
        socket.getOutputStream().write(DISCONNECT);
      }
      return answer[3];
    }
  }

  private static byte[] connectPacket() {
    byte[] head = {0x10, (byte) (12 + CLIENT_ID.length), 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 10};
    byte[] packet = Arrays.copyOf(head, head.length + 2 + CLIENT_ID.length);
    packet[head.length + 1] = (byte) CLIENT_ID.length;
    System.arraycopy(CLIENT_ID, 0, packet, head.length + 2, CLIENT_ID.length);
    return packet;
  }
}
