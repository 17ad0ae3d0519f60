package io.brokerbench.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers CONNECT, SUBSCRIBE and PUBLISH with given bytes, whatever is asked. No library's server
 * would send such packets.
 */
final class MalformedBroker implements AutoCloseable {

  private static final int MOST_BYTES = 64 * 1024;
  private static final int CONNECT = 1;
  private static final int PUBLISH = 3;
  private static final int SUBSCRIBE = 8;

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final AtomicInteger published = new AtomicInteger();
  private final String connAck;
  private final String subAck;
  private final String pubAck;

  /**
   * Listens on a free loopback port.
   *
   * @param connAck the answer to CONNECT, in hexadecimal
   * @param subAck the answer to SUBSCRIBE
   * @param pubAck the answer to what is published
   */
  MalformedBroker(String connAck, String subAck, String pubAck) throws IOException {
    this.connAck = connAck;
    this.subAck = subAck;
    this.pubAck = pubAck;
    start(this::accept);
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "malformed-broker");
    thread.setDaemon(true);
    thread.start();
  }

  String selector() {
    return "mqtt://127.0.0.1:" + socket.getLocalPort();
  }

  /** How often a client has published. */
  int published() {
    return published.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        start(() -> serve(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket client) {
    byte[] read = new byte[MOST_BYTES];
    try (client) {
      InputStream in = client.getInputStream();
      while (in.read(read) > 0) {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(HexFormat.of().parseHex(answerTo(read[0])));
        answer.writeTo(client.getOutputStream());
      }
    } catch (IOException e) {
      // the client has gone
    }
  }

  private String answerTo(byte first) {
    int type = (first & 0xF0) >> 4;
    if (type == PUBLISH) {
      published.incrementAndGet();
    }
    return switch (type) {
      case CONNECT -> connAck;
      case SUBSCRIBE -> subAck;
      case PUBLISH -> pubAck;
      default -> "";
    };
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
