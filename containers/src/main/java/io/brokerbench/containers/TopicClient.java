package io.brokerbench.containers;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the latest message of some topics over MQTT 3.1.1 with QoS 0, on a plain socket, and sends
 * some: enough for a few small messages each second, and no client library. Belongs to one thread.
 */
public final class TopicClient implements Closeable {

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int KEEP_ALIVE_SECONDS = 60;
  private static final int CONNACK = 0x20;
  private static final int PUBLISH = 3;
  private static final int SUBSCRIBE = 0x82;
  private static final byte[] PING = {(byte) 0xC0, 0};

  private final Socket socket;
  private final DataInputStream in;
  private final Map<String, String> latest = new HashMap<>();

  private TopicClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(socket.getInputStream());
  }

  /**
   * Connects and subscribes.
   *
   * @param id of the client, which is unique
   * @param topics may be none
   * @throws IOException if nothing answers, or it refuses the connection
   */
  public static TopicClient open(InetSocketAddress address, String id, List<String> topics)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(address, TIMEOUT_MILLIS);
      TopicClient reader = new TopicClient(socket);
      reader.connect(id);
      if (!topics.isEmpty()) {
        reader.send(SUBSCRIBE, subscription(topics));
      }
      return reader;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private void connect(String id) throws IOException {
    socket
        .getOutputStream()
        .write(MqttProbe.connectPacket(id, KEEP_ALIVE_SECONDS, Optional.empty()));
    byte[] answer = in.readNBytes(4);
    if (answer.length < 4 || answer[0] != CONNACK || answer[3] != 0) {
      throw new IOException("the connection was refused");
    }
  }

  private static byte[] subscription(List<String> topics) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(body);
    data.writeShort(1);
    for (String topic : topics) {
      data.writeUTF(topic);
      data.write(0);
    }
    return body.toByteArray();
  }

  /** Sends a message, and returns at once. */
  public void publish(String topic, String text) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(body);
    data.writeUTF(topic);
    data.write(text.getBytes(StandardCharsets.UTF_8));
    send(PUBLISH << 4, body.toByteArray());
  }

  private void send(int type, byte[] body) throws IOException {
    socket.getOutputStream().write(MqttProbe.packet(type, body));
  }

  /**
   * Takes what has come, without waiting for more than the answer to a ping, behind which all is
   * that was published before; the latest text of each topic.
   */
  public Map<String, String> poll() throws IOException {
    socket.getOutputStream().write(PING);
    while (!take()) {
      // until the answer
    }
    return Map.copyOf(latest);
  }

  /** One packet. @return whether it is the answer to a ping */
  private boolean take() throws IOException {
    int type = in.readUnsignedByte();
    int length = 0;
    for (int shift = 0; ; shift += 7) {
      int digit = in.readUnsignedByte();
      length |= (digit & 127) << shift;
      if (digit < 128) {
        break;
      }
    }
    byte[] body = in.readNBytes(length);
    if (type >> 4 == PUBLISH) {
      int end = 2 + ((body[0] & 255) << 8 | (body[1] & 255));
      latest.put(text(body, 2, end), text(body, end, body.length));
    }
    return type == 0xD0;
  }

  private static String text(byte[] body, int from, int to) {
    return new String(body, from, to - from, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
