package io.brokerbench.testkit.broker;

import io.brokerbench.core.broker.Endpoint;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A publisher (MQTT 3.1.1) that sends a QoS 2 message several times before it releases it, as a
 * client does that has lost the PUBRECs. No client library can be made to.
 */
final class Qos2Stutter implements AutoCloseable {

  private static final int CONNECT = 0x10;
  private static final int CONNACK = 0x20;
  private static final int PUBLISH_QOS_2 = 0x34;
  private static final int DUP = 0x08;
  private static final int PUBREC = 0x50;
  private static final int PUBREL = 0x62;
  private static final int PUBCOMP = 0x70;
  private static final int PACKET_ID = 1;
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;
  private final DataOutputStream out;
  private final DataInputStream in;

  private Qos2Stutter(Endpoint endpoint) throws IOException {
    socket = new Socket(endpoint.host(), endpoint.port());
    socket.setSoTimeout(PATIENCE_MILLIS);
    out = new DataOutputStream(socket.getOutputStream());
    in = new DataInputStream(socket.getInputStream());
  }

  /** Connects with a session that outlives the connection. */
  static Qos2Stutter connect(Endpoint endpoint, String clientId) throws IOException {
    Qos2Stutter client = new Qos2Stutter(endpoint);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(body);
    data.writeUTF("MQTT");
    data.write(new byte[] {4, 0, 0, 60});
    data.writeUTF(clientId);
    client.send(CONNECT, body.toByteArray());
    client.expect(CONNACK);
    return client;
  }

  /** Sends the message, and waits for the PUBREC. */
  void publish(String topic, String text, boolean again) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(body);
    data.writeUTF(topic);
    data.writeShort(PACKET_ID);
    data.write(text.getBytes(StandardCharsets.UTF_8));
    send(again ? PUBLISH_QOS_2 | DUP : PUBLISH_QOS_2, body.toByteArray());
    expect(PUBREC);
  }

  /** Releases the message, and waits for the PUBCOMP. */
  void release() throws IOException {
    send(PUBREL, new byte[] {0, PACKET_ID});
    expect(PUBCOMP);
  }

  private void send(int type, byte[] body) throws IOException {
    out.writeByte(type);
    out.writeByte(body.length);
    out.write(body);
    out.flush();
  }

  private void expect(int type) throws IOException {
    int got = in.readUnsignedByte();
    byte[] body = new byte[in.readUnsignedByte()];
    in.readFully(body);
    if (got != type) {
      throw new IOException("packet type " + got + " instead of " + type);
    }
    if (type == CONNACK && body[1] != 0) {
      throw new IOException("refused with code " + body[1]);
    }
  }

  /** Closes the connection without a word. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
