package io.brokerbench.containers;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.security.Access.Login;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * Asks whether a port really accepts MQTT connections: one CONNECT (MQTT 3.1.1, clean session), one
 * CONNACK, one DISCONNECT, on a plain socket.
 */
public final class MqttProbe {

  private static final String CLIENT_ID = "brokerbench-probe";
  private static final int KEEP_ALIVE_SECONDS = 10;
  private static final byte[] DISCONNECT = {(byte) 0xE0, 0};
  private static final int CONNECT = 0x10;
  private static final int CONNACK = 0x20;
  private static final byte CLEAN = 2;
  private static final byte PASSWORD = 0x40;
  private static final byte USER = (byte) 0x80;

  /** Of MQTT 3.1.1 and of MQTT 5, for a version that is not spoken there. */
  private static final int UNACCEPTABLE_VERSION = 1;

  private static final byte UNSUPPORTED_VERSION = (byte) 0x84;

  private MqttProbe() {}

  /** Whether a return code says that an MQTT broker it is, which speaks another version. */
  public static boolean isOfAnotherVersion(int code) {
    return code == UNACCEPTABLE_VERSION || code == UNSUPPORTED_VERSION;
  }

  /**
   * Connects, and returns the CONNACK's return code: 0 for accepted, else as MQTT 3.1.1 section
   * 3.2.2.3 has it.
   *
   * @param timeout for the connection and for the answer, each
   * @throws IOException if nothing listens, nothing answers in time, or the answer is not MQTT
   */
  public static int connect(String host, int port, Duration timeout) throws IOException {
    return connect(host, port, timeout, Optional.empty());
  }

  /** The same, as a user. */
  public static int connect(String host, int port, Duration timeout, Optional<Login> login)
      throws IOException {
    try (Socket socket = open(host, port, timeout)) {
      socket.getOutputStream().write(connectPacket(CLIENT_ID, KEEP_ALIVE_SECONDS, login));
      byte[] answer = answer(socket);
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

  private static byte[] answer(Socket socket) throws IOException {
    try {
      return socket.getInputStream().readNBytes(4);
    } catch (SocketTimeoutException e) {
      Duration waited = Duration.ofMillis(socket.getSoTimeout());
      throw new IOException(
          "it accepted TCP and did not answer MQTT's CONNECT within " + Durations.format(waited),
          e);
    }
  }

  /**
   * Opens a connection and closes it without sending anything.
   *
   * @throws IOException if nothing listens
   */
  public static void reach(String host, int port, Duration timeout) throws IOException {
    open(host, port, timeout).close();
  }

  /**
   * A connection on which each read waits as long as the connection may take.
   *
   * @throws IOException if nothing listens
   */
  public static Socket open(String host, int port, Duration timeout) throws IOException {
    int millis = Math.toIntExact(Math.max(1, timeout.toMillis()));
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new IOException("no such host");
    }
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(address, millis);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** A CONNECT of MQTT 3.1.1 with a clean session. */
  static byte[] connectPacket(String clientId, int keepAliveSeconds, Optional<Login> login)
      throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(body);
    data.writeUTF("MQTT");
    data.write(new byte[] {4, login.isPresent() ? CLEAN | USER | PASSWORD : CLEAN});
    data.writeShort(keepAliveSeconds);
    data.writeUTF(clientId);
    if (login.isPresent()) {
      data.writeUTF(login.get().user());
      data.writeUTF(login.get().password());
    }
    return packet(CONNECT, body.toByteArray());
  }

  /**
   * A packet with its length.
   *
   * @param type the first byte of the packet
   */
  static byte[] packet(int type, byte[] body) {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(type);
    int left = body.length;
    for (; left > 127; left >>>= 7) {
      packet.write((left & 127) | 128);
    }
    packet.write(left);
    packet.writeBytes(body);
    return packet.toByteArray();
  }
}
