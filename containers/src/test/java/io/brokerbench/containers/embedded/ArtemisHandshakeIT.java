package io.brokerbench.containers.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.CipherSuite;
import io.brokerbench.core.security.Security;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Artemis, as it is started here, has no limit for handshakes that wait for others. */
@Tag("release")
class ArtemisHandshakeIT {

  /** Longer than the limit of the release, which is 10 s. */
  private static final int PATIENCE_MILLIS = 11_500;

  @Test
  void aClientThatIsLateWithItsHandshakeIsNotSentAway() throws Exception {
    BrokerRequest request =
        BrokerRequest.of("embedded:artemis")
            .withSecurity(Security.ofAll(CipherSuite.ECDHE_RSA_AES256_GCM))
            .withAmqp();
    try (Broker broker = new EmbeddedProvider.Artemis().start(request)) {
      Map<Listener, Socket> late = new EnumMap<>(Listener.class);
      for (Listener listener : List.of(Listener.MQTT, Listener.MQTTS, Listener.AMQP)) {
        late.put(listener, connect(broker.endpoint(listener).orElseThrow()));
      }
      late.get(Listener.MQTTS).getOutputStream().write(clientHello());
      late.get(Listener.MQTT).setSoTimeout(PATIENCE_MILLIS);
      for (Map.Entry<Listener, Socket> each : late.entrySet()) {
        try (Socket socket = each.getValue()) {
          assertThat(isOpen(socket)).as("the connection to %s", each.getKey()).isTrue();
        }
      }
    }
  }

  /** The first message of a handshake that is not gone on with. */
  private static byte[] clientHello() throws GeneralSecurityException, IOException {
    SSLContext context = SSLContext.getInstance("TLSv1.2");
    context.init(null, null, null);
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), hello);
    return Arrays.copyOf(hello.array(), hello.position());
  }

  private static boolean isOpen(Socket socket) throws IOException {
    byte[] answer = new byte[8_192];
    try {
      int read = socket.getInputStream().read(answer);
      while (read >= 0) {
        read = socket.getInputStream().read(answer);
      }
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  private static Socket connect(Endpoint endpoint) throws IOException {
    Socket socket = new Socket(endpoint.host(), endpoint.port());
    socket.setSoTimeout(1);
    return socket;
  }
}
