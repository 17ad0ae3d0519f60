package io.brokerbench.containers.embedded;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.core.broker.Broker;
import io.brokerbench.core.broker.BrokerRequest;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.scenario.CipherSuite;
import io.brokerbench.core.scenario.Security;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
      Map<Listener, Socket> silent = new EnumMap<>(Listener.class);
      for (Listener listener : List.of(Listener.MQTT, Listener.MQTTS, Listener.AMQP)) {
        silent.put(listener, connect(broker.endpoint(listener).orElseThrow()));
      }
      silent.get(Listener.MQTT).setSoTimeout(PATIENCE_MILLIS);
      silent.forEach(
          (listener, socket) ->
              assertThatThrownBy(() -> socket.getInputStream().read())
                  .as("a silent connection to %s", listener)
                  .isInstanceOf(SocketTimeoutException.class));
      for (Socket socket : silent.values()) {
        socket.close();
      }
    }
  }

  private static Socket connect(Endpoint endpoint) throws IOException {
    Socket socket = new Socket(endpoint.host(), endpoint.port());
    socket.setSoTimeout(1);
    return socket;
  }
}
