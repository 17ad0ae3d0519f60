package io.brokerbench.containers.remote;

import io.brokerbench.containers.MqttProbe;
import io.brokerbench.core.broker.BrokerException;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.broker.Endpoint.Listener;
import io.brokerbench.core.security.Access;
import java.io.IOException;
import java.time.Duration;

/** Asks whether a listener of a broker that others run answers. */
final class RemoteProbe {

  /** MQTT 3.1.1 is not spoken there, but an MQTT broker it is. */
  private static final int UNACCEPTABLE_PROTOCOL_VERSION = 1;

  private RemoteProbe() {}

  /**
   * Asks a plain listener of MQTT with a CONNECT, and the others with a TCP connection. Whether
   * those speak MQTT too shows when clients connect, with what they need for it.
   *
   * @throws BrokerException if it does not answer, or refuses
   */
  static void ask(Endpoint endpoint, Access access, Duration timeout) throws BrokerException {
    try {
      if (endpoint.listener() != Listener.MQTT) {
        MqttProbe.reach(endpoint.host(), endpoint.port(), timeout);
        return;
      }
      int code = MqttProbe.connect(endpoint.host(), endpoint.port(), timeout, access.login());
      if (code > 0
          && code != UNACCEPTABLE_PROTOCOL_VERSION) { // less is no code: the driver says why
        throw new BrokerException("%s: %s".formatted(endpoint, refusal(code, access)));
      }
    } catch (IOException e) {
      throw new BrokerException(endpoint + ": cannot reach an MQTT broker: " + e.getMessage(), e);
    }
  }

  /** MQTT 3.1.1, section 3.2.2.3. */
  private static String refusal(int code, Access access) {
    String whom =
        access.login().map(login -> "user " + login.user()).orElse("clients without a user");
    return switch (code) {
      case 3 -> "it says that it is unavailable (return code 3)";
      case 4, 5 -> "it refuses %s (return code %d)".formatted(whom, code);
      default -> "it refuses connections (return code %d)".formatted(code);
    };
  }
}
