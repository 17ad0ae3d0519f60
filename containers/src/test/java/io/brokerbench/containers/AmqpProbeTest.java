package io.brokerbench.containers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Sasl.SaslOutcome;
import org.apache.qpid.proton.engine.Transport;
import org.junit.jupiter.api.Test;

class AmqpProbeTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @Test
  void aBrokerThatOpensTheConnectionAcceptsClients() {
    assertThatCode(() -> probe(SaslOutcome.PN_SASL_OK, connection -> {}, "PLAIN", "ANONYMOUS"))
        .doesNotThrowAnyException();
  }

  @Test
  void oneThatWantsALoginAcceptsThoseWhoHaveIt() {
    assertThatCode(() -> probe(SaslOutcome.PN_SASL_AUTH, connection -> {}, "ANONYMOUS"))
        .doesNotThrowAnyException();
    assertThatCode(() -> probe(SaslOutcome.PN_SASL_AUTH, connection -> {}, "PLAIN"))
        .doesNotThrowAnyException();
  }

  /** As a broker does that has not read its store yet. */
  @Test
  void oneThatClosesItWithAReasonDoesNot() {
    assertThatThrownBy(
            () ->
                probe(
                    SaslOutcome.PN_SASL_OK,
                    connection ->
                        connection.setCondition(
                            new ErrorCondition(
                                Symbol.valueOf("amqp:connection:forced"), "it is not active")),
                    "ANONYMOUS"))
        .hasMessage("it refuses AMQP connections: it is not active (amqp:connection:forced)");
  }

  @Test
  void whatIsNotAmqpIsSaid() {
    assertThatThrownBy(() -> answered("HTTP/1.1 400 Bad Request\r\n"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("it does not speak AMQP: ");
    assertThatThrownBy(() -> answered(""))
        .hasMessage("it ended the connection without an answer to AMQP's open");
  }

  @Test
  void whoDoesNotAnswerIsNotWaitedFor() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () -> AmqpProbe.connect("127.0.0.1", silent.getLocalPort(), Duration.ofMillis(100)))
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  /** What a broker does with a connection. */
  @FunctionalInterface
  private interface Answer {
    void to(Socket client) throws IOException;
  }

  private static void ask(Answer answer) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> served =
          CompletableFuture.runAsync(
              () -> {
                try (Socket client = server.accept()) {
                  answer.to(client);
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              });
      try {
        AmqpProbe.connect("127.0.0.1", server.getLocalPort(), TIMEOUT);
      } finally {
        served.join();
      }
    }
  }

  private static void answered(String answer) throws IOException {
    ask(
        client -> {
          client.getInputStream().readNBytes(8);
          client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        });
  }

  /** Asks a broker that ends each connection once it is open, with the given reason. */
  private static void probe(SaslOutcome login, Consumer<Connection> end, String... mechanisms)
      throws IOException {
    ask(client -> serve(client, login, end, mechanisms));
  }

  private static void serve(
      Socket client, SaslOutcome login, Consumer<Connection> end, String... mechanisms)
      throws IOException {
    Transport transport = Transport.Factory.create();
    Connection connection = Connection.Factory.create();
    transport.sasl().server();
    transport.sasl().setMechanisms(mechanisms);
    transport.bind(connection);
    InputStream in = client.getInputStream();
    byte[] bytes = new byte[4096];
    write(transport, client);
    for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
      transport.tail().put(bytes, 0, count);
      transport.process();
      if (transport.sasl().getRemoteMechanisms().length > 0) {
        transport.sasl().done(login);
      }
      if (connection.getRemoteState() != EndpointState.UNINITIALIZED) {
        connection.open();
        end.accept(connection);
        connection.close();
      }
      write(transport, client);
    }
  }

  private static void write(Transport transport, Socket client) throws IOException {
    for (int pending = transport.pending(); pending > 0; pending = transport.pending()) {
      byte[] bytes = new byte[pending];
      transport.head().get(bytes);
      transport.pop(pending);
      client.getOutputStream().write(bytes);
    }
  }
}
