package io.brokerbench.mqtt.swarm;

import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;

/** Answers a client's first packets with given bytes, and then waits until the client has gone. */
final class ScriptedBroker implements AutoCloseable {

  private static final int MOST = 8 * 1024;

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final String[] answers;

  /**
   * Serves one connection after the other.
   *
   * @param answers in hexadecimal: to CONNECT, and to what comes next
   */
  ScriptedBroker(String... answers) throws IOException {
    this.answers = answers;
    Thread thread = new Thread(this::serve, "scripted-broker");
    thread.setDaemon(true);
    thread.start();
  }

  Endpoint endpoint() {
    return Endpoint.mqtt(InetAddress.getLoopbackAddress().getHostAddress(), socket.getLocalPort());
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        InputStream in = client.getInputStream();
        OutputStream out = client.getOutputStream();
        for (String answer : answers) {
          if (in.read(new byte[MOST]) < 0) {
            break;
          }
          out.write(HexFormat.of().parseHex(answer));
        }
        in.readAllBytes();
      } catch (IOException e) {
        // the client or this broker has gone
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
