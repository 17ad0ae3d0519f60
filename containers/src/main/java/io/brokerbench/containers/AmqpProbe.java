package io.brokerbench.containers;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.engine.TransportException;

/**
 * Asks whether a port really accepts AMQP 1.0 connections: opens one as an anonymous client on a
 * plain socket, and closes it. A broker may listen, and refuse clients until it has read its store.
 * One that wants a login is taken to accept those who have it.
 */
public final class AmqpProbe {

  private static final String ANONYMOUS = "ANONYMOUS";
  private static final int BUFFER = 4096;

  private final String host;
  private final Connection connection = Connection.Factory.create();
  private final Transport transport = Transport.Factory.create();
  private final Sasl sasl = transport.sasl();

  private AmqpProbe(String host) {
    this.host = host;
  }

  /**
   * Connects, hears the answer, and says goodbye.
   *
   * @param timeout for the connection and for each answer
   * @throws IOException if nothing listens, nothing answers in time, the answer is not AMQP, or it
   *     is a refusal
   */
  public static void connect(String host, int port, Duration timeout) throws IOException {
    int millis = Math.toIntExact(Math.max(1, timeout.toMillis()));
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(new InetSocketAddress(host, port), millis);
      new AmqpProbe(host).talk(socket);
    }
  }

  private void talk(Socket socket) throws IOException {
    sasl.client();
    connection.setContainer("brokerbench-probe");
    connection.setHostname(host);
    transport.bind(connection);
    connection.open();
    connection.close();
    byte[] bytes = new byte[BUFFER];
    while (connection.getRemoteState() != EndpointState.CLOSED) {
      write(socket.getOutputStream());
      read(socket.getInputStream(), bytes);
      List<String> mechanisms = List.of(sasl.getRemoteMechanisms());
      if (!mechanisms.isEmpty() && sasl.getState() == Sasl.SaslState.PN_SASL_IDLE) {
        if (!mechanisms.contains(ANONYMOUS)) {
          return;
        }
        sasl.setMechanisms(ANONYMOUS);
      }
      if (sasl.getOutcome() == Sasl.SaslOutcome.PN_SASL_AUTH) {
        return;
      }
    }
    ErrorCondition refusal = connection.getRemoteCondition();
    if (refusal != null && refusal.getCondition() != null) {
      throw new IOException(
          "it refuses AMQP connections: %s (%s)"
              .formatted(refusal.getDescription(), refusal.getCondition()));
    }
  }

  private void read(InputStream in, byte[] bytes) throws IOException {
    int count = in.read(bytes, 0, Math.min(bytes.length, transport.capacity()));
    if (count < 0) {
      throw new EOFException("it ended the connection without an answer to AMQP's open");
    }
    try {
      ByteBuffer tail = transport.tail();
      tail.put(bytes, 0, count);
      transport.process();
    } catch (TransportException e) {
      throw new IOException("it does not speak AMQP: " + e.getMessage(), e);
    }
  }

  private void write(OutputStream out) throws IOException {
    for (int pending = transport.pending(); pending > 0; pending = transport.pending()) {
      byte[] bytes = new byte[pending];
      transport.head().get(bytes);
      transport.pop(pending);
      out.write(bytes);
    }
  }
}
