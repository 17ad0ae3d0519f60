package io.brokerbench.kit;

import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.security.Access.PreSharedKey;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.bouncycastle.tls.BasicTlsPSKIdentity;
import org.bouncycastle.tls.CipherSuite;
import org.bouncycastle.tls.PSKTlsClient;
import org.bouncycastle.tls.ProtocolVersion;
import org.bouncycastle.tls.TlsClientProtocol;
import org.bouncycastle.tls.crypto.TlsCrypto;
import org.bouncycastle.tls.crypto.impl.bc.BcTlsCrypto;

/**
 * A client (MQTT 3.1.1) over TLS 1.2 with a pre-shared key and the suite PSK-AES256-CBC-SHA alone,
 * which neither Java nor a client library can do.
 */
final class KitPsk implements AutoCloseable {

  private static final int PUBLISH_QOS_0 = 0x30;
  private static final int SUBSCRIBE = 0x82;
  private static final int SUBACK = 0x90;
  private static final int PACKET_ID = 1;
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket;
  private final PacketStream packets;

  private KitPsk(Socket socket, PacketStream packets) {
    this.socket = socket;
    this.packets = packets;
  }

  static KitPsk connect(Endpoint endpoint, PreSharedKey key, String clientId) throws IOException {
    Socket socket = new Socket(endpoint.host(), endpoint.port());
    try {
      socket.setSoTimeout(PATIENCE_MILLIS);
      TlsClientProtocol tls =
          new TlsClientProtocol(socket.getInputStream(), socket.getOutputStream());
      tls.connect(new OneSuite(new BcTlsCrypto(new SecureRandom()), key));
      PacketStream packets = new PacketStream(tls.getInputStream(), tls.getOutputStream());
      packets.connect(clientId, true);
      return new KitPsk(socket, packets);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Subscribes to a topic, publishes there, and returns what comes. */
  String roundTrip(String topic, String text) throws IOException {
    packets.send(
        SUBSCRIBE,
        body -> {
          body.writeShort(PACKET_ID);
          body.writeUTF(topic);
          body.write(0);
        });
    packets.expect(SUBACK);
    packets.send(
        PUBLISH_QOS_0,
        body -> {
          body.writeUTF(topic);
          body.write(text.getBytes(StandardCharsets.UTF_8));
        });
    byte[] arrived = packets.expect(PUBLISH_QOS_0);
    int head = 2 + topic.length();
    return new String(arrived, head, arrived.length - head, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private static final class OneSuite extends PSKTlsClient {
    OneSuite(TlsCrypto crypto, PreSharedKey key) {
      super(
          crypto,
          new BasicTlsPSKIdentity(key.identity().getBytes(StandardCharsets.UTF_8), key.key()));
    }

    @Override
    protected int[] getSupportedCipherSuites() {
      return new int[] {CipherSuite.TLS_PSK_WITH_AES_256_CBC_SHA};
    }

    @Override
    protected ProtocolVersion[] getSupportedVersions() {
      return ProtocolVersion.TLSv12.only();
    }
  }
}
