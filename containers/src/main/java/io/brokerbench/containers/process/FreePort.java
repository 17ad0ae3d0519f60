package io.brokerbench.containers.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for those who cannot take port 0. */
public final class FreePort {

  private FreePort() {}

  /**
   * One of the loopback address that was free a moment ago. Who loses the race for it is started
   * anew by {@link BrokerStarter}.
   */
  public static int find() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
