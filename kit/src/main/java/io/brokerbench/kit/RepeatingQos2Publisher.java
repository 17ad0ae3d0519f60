package io.brokerbench.kit;

import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A publisher (MQTT 3.1.1) that sends a QoS 2 message several times before it releases it, as a
 * client does that has lost the PUBRECs. No client library can be made to.
 */
final class RepeatingQos2Publisher implements AutoCloseable {

  private static final int PUBLISH_QOS_2 = 0x34;
  private static final int DUP = 0x08;
  private static final int PUBREC = 0x50;
  private static final int PUBREL = 0x62;
  private static final int PUBCOMP = 0x70;
  private static final int PACKET_ID = 1;
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;
  private final PacketStream packets;

  private RepeatingQos2Publisher(Endpoint endpoint) throws IOException {
    socket = new Socket(endpoint.host(), endpoint.port());
    socket.setSoTimeout(PATIENCE_MILLIS);
    packets = new PacketStream(socket.getInputStream(), socket.getOutputStream());
  }

  /** Connects with a session that outlives the connection. */
  static RepeatingQos2Publisher connect(Endpoint endpoint, String clientId) throws IOException {
    RepeatingQos2Publisher client = new RepeatingQos2Publisher(endpoint);
    client.packets.connect(clientId, false);
    return client;
  }

  /** Sends the message, and waits for the PUBREC. */
  void publish(String topic, String text, boolean again) throws IOException {
    packets.send(
        again ? PUBLISH_QOS_2 | DUP : PUBLISH_QOS_2,
        body -> {
          body.writeUTF(topic);
          body.writeShort(PACKET_ID);
          body.write(text.getBytes(StandardCharsets.UTF_8));
        });
    packets.expect(PUBREC);
  }

  /** Releases the message, and waits for the PUBCOMP. */
  void release() throws IOException {
    packets.send(PUBREL, body -> body.writeShort(PACKET_ID));
    packets.expect(PUBCOMP);
  }

  /** Closes the connection without a word. */
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
