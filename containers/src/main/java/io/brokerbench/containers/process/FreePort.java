package io.brokerbench.containers.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for programs that cannot listen on port 0. */
public final class FreePort {

  private FreePort() {}

  /**
   * One of the loopback address that was free a moment ago. {@link BrokerStarter} starts a broker
   * again that finds it taken.
   */
  public static int find() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
