package io.brokerbench.containers.process;

import io.brokerbench.containers.AmqpProbe;
import io.brokerbench.containers.MqttProbe;
import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.time.Duration;

/** Asks a broker whether it accepts clients, in the protocol of its first listener. */
public final class ClientProbe {

  private ClientProbe() {}

  /**
   * Connects and says goodbye.
   *
   * @param timeout for the connection and for the answer, each
   * @throws IOException if it does not accept clients, with the reason
   */
  public static void connect(Endpoint endpoint, Duration timeout) throws IOException {
    if (endpoint.listener().isAmqp()) {
      AmqpProbe.connect(endpoint.host(), endpoint.port(), timeout);
      return;
    }
    if (endpoint.listener().isJms()) {
      MqttProbe.reach(endpoint.host(), endpoint.port(), timeout);
      return;
    }
    int code = MqttProbe.connect(endpoint.host(), endpoint.port(), timeout);
    if (code != 0 && !MqttProbe.isOfAnotherVersion(code)) {
      throw new IOException("it refuses MQTT connections (return code " + code + ")");
    }
  }
}
