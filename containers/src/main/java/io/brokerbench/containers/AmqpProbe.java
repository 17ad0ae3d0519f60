package io.brokerbench.containers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;

/**
 * Asks whether a port really accepts AMQP 1.0 connections: one protocol header with SASL each way
 * (AMQP 1.0, part 5, section 5.3.2), on a plain socket.
 */
public final class AmqpProbe {

  private static final byte[] SASL_HEADER = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};
  private static final int NAME_BYTES = 4;

  private AmqpProbe() {}

  /**
   * Connects and hears the answer.
   *
   * @param timeout for the connection and for the answer, each
   * @throws IOException if nothing listens, nothing answers in time, or the answer is not AMQP
   */
  public static void connect(String host, int port, Duration timeout) throws IOException {
    int millis = Math.toIntExact(Math.max(1, timeout.toMillis()));
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(new InetSocketAddress(host, port), millis);
      socket.getOutputStream().write(SASL_HEADER);
      byte[] answer = socket.getInputStream().readNBytes(SASL_HEADER.length);
      if (!Arrays.equals(
          Arrays.copyOf(answer, NAME_BYTES), Arrays.copyOf(SASL_HEADER, NAME_BYTES))) {
        throw new IOException("it does not speak AMQP: answered " + Arrays.toString(answer));
      }
    }
  }
}
