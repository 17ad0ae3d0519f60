package io.brokerbench.testkit.kit;

import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.net.Socket;

/** Looks at ports, without a word of any protocol. */
final class KitSockets {

  private KitSockets() {}

  /** Whether there is a listener. */
  static boolean isOpen(Endpoint endpoint) {
    try (Socket socket = new Socket(endpoint.host(), endpoint.port())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
