package io.brokerbench.kit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Packets of MQTT 3.1.1 by hand, each with a body of less than 128 bytes. */
final class PacketStream {

  static final int CONNECT = 0x10;
  static final int CONNACK = 0x20;

  private static final int LONGEST_BODY = 127;

  private final DataInputStream in;
  private final DataOutputStream out;

  PacketStream(InputStream in, OutputStream out) {
    this.in = new DataInputStream(in);
    this.out = new DataOutputStream(out);
  }

  /** The body of a packet. */
  interface Body {
    void writeTo(DataOutputStream out) throws IOException;
  }

  /** Connects, and waits for the CONNACK. */
  void connect(String clientId, boolean cleanSession) throws IOException {
    send(
        CONNECT,
        body -> {
          body.writeUTF("MQTT");
          body.write(new byte[] {4, (byte) (cleanSession ? 2 : 0), 0, 60});
          body.writeUTF(clientId);
        });
    byte[] answer = expect(CONNACK);
    if (answer[1] != 0) {
      throw new IOException("refused with code " + answer[1]);
    }
  }

  void send(int type, Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    body.writeTo(new DataOutputStream(bytes));
    if (bytes.size() > LONGEST_BODY) {
      throw new IOException("a body of " + bytes.size() + " bytes");
    }
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(type);
    packet.write(bytes.size());
    bytes.writeTo(packet);
    out.write(packet.toByteArray());
    out.flush();
  }

  /** The body of the next packet, which has to be of that type. */
  byte[] expect(int type) throws IOException {
    int got = in.readUnsignedByte();
    byte[] body = new byte[in.readUnsignedByte()];
    in.readFully(body);
    if (got != type) {
      throw new IOException("packet type " + got + " instead of " + type);
    }
    return body;
  }
}
