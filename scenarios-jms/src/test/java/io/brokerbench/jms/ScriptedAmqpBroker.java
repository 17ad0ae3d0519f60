package io.brokerbench.jms;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.amqp.transaction.Coordinator;
import org.apache.qpid.proton.amqp.transaction.Declare;
import org.apache.qpid.proton.amqp.transaction.Declared;
import org.apache.qpid.proton.amqp.transaction.TransactionalState;
import org.apache.qpid.proton.engine.Collector;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Link;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sasl;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.message.Message;

/**
 * An AMQP broker that keeps nothing, and gives each address as much credit as the test says. It
 * accepts what it is sent, unless configured otherwise.
 */
final class ScriptedAmqpBroker implements AutoCloseable {

  private static final int FOR_TRANSACTIONS = 100;

  private final ServerSocket server;
  private final Map<String, Integer> credits = new ConcurrentHashMap<>();
  private final List<Served> connections = new CopyOnWriteArrayList<>();
  private final Queue<Long> received = new ConcurrentLinkedQueue<>();
  private final Queue<String> steps = new ConcurrentLinkedQueue<>();
  private volatile boolean accepting = true;

  ScriptedAmqpBroker() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::acceptAll);
  }

  int port() {
    return server.getLocalPort();
  }

  /** Messages that a new producer of an address may send; none unless said. */
  ScriptedAmqpBroker credit(String address, int messages) {
    credits.put(address, messages);
    return this;
  }

  /** Gives the producers of an address more. */
  void grant(String address, int messages) {
    connections.forEach(connection -> connection.grant(address, messages));
  }

  /** Whether messages are acknowledged from now on. */
  void accepting(boolean yes) {
    accepting = yes;
  }

  /** First words of the messages that came, in their order. */
  List<Long> received() {
    return List.copyOf(received);
  }

  /** Messages and commits, as they came. */
  List<String> steps() {
    return List.copyOf(steps);
  }

  private void acceptAll() {
    try {
      while (true) {
        Served connection = new Served(server.accept());
        connections.add(connection);
        start(
            () -> {
              connection.serve();
              connections.remove(connection);
            });
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "scripted-amqp-broker");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Served connection : connections) {
      connection.socket.close();
    }
  }

  private final class Served {
    private final Socket socket;
    private final Transport transport = Transport.Factory.create();
    private final Connection connection = Connection.Factory.create();
    private final Collector events = Collector.Factory.create();
    private final Map<String, Receiver> receivers = new ConcurrentHashMap<>();

    Served(Socket socket) {
      this.socket = socket;
      connection.collect(events);
      Sasl sasl = transport.sasl();
      sasl.server();
      sasl.setMechanisms("ANONYMOUS");
      transport.bind(connection);
    }

    void serve() {
      try (socket) {
        InputStream in = socket.getInputStream();
        byte[] bytes = new byte[8192];
        write();
        for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
          read(bytes, count);
        }
      } catch (SocketException e) {
        // The client or the test has ended it.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private synchronized void read(byte[] bytes, int count) throws IOException {
      for (int done = 0; done < count; ) {
        ByteBuffer tail = transport.tail();
        int part = Math.min(tail.remaining(), count - done);
        tail.put(bytes, done, part);
        done += part;
        transport.process();
      }
      if (transport.sasl().getRemoteMechanisms().length > 0) {
        transport.sasl().done(Sasl.SaslOutcome.PN_SASL_OK);
      }
      for (Event event = events.peek(); event != null; event = events.peek()) {
        handle(event);
        events.pop();
      }
      write();
    }

    private void write() throws IOException {
      OutputStream out = socket.getOutputStream();
      for (int pending = transport.pending(); pending > 0; pending = transport.pending()) {
        byte[] bytes = new byte[pending];
        transport.head().get(bytes);
        transport.pop(pending);
        out.write(bytes);
      }
    }

    synchronized void grant(String address, int messages) {
      Receiver receiver = receivers.get(address);
      if (receiver != null && !socket.isClosed()) {
        receiver.flow(messages);
        try {
          write();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    private void handle(Event event) {
      switch (event.getType()) {
        case CONNECTION_REMOTE_OPEN -> connection.open();
        case CONNECTION_REMOTE_CLOSE -> connection.close();
        case SESSION_REMOTE_OPEN -> event.getSession().open();
        case SESSION_REMOTE_CLOSE -> event.getSession().close();
        case LINK_REMOTE_OPEN -> open(event.getLink());
        case LINK_REMOTE_CLOSE -> event.getLink().close();
        case DELIVERY -> receive(event.getDelivery());
        default -> {}
      }
    }

    private void open(Link link) {
      link.setSource(link.getRemoteSource());
      link.setTarget(link.getRemoteTarget());
      link.open();
      if (link instanceof Receiver receiver) {
        if (link.getRemoteTarget() instanceof Target target) {
          receivers.put(target.getAddress(), receiver);
          receiver.flow(credits.getOrDefault(target.getAddress(), 0));
        } else {
          receiver.flow(FOR_TRANSACTIONS);
        }
      }
    }

    private void receive(Delivery delivery) {
      if (!delivery.isReadable() || delivery.isPartial()) {
        return;
      }
      Receiver receiver = (Receiver) delivery.getLink();
      byte[] bytes = new byte[delivery.available()];
      receiver.recv(bytes, 0, bytes.length);
      receiver.advance();
      Message message = Message.Factory.create();
      message.decode(bytes, 0, bytes.length);
      if (receiver.getRemoteTarget() instanceof Coordinator) {
        coordinate(delivery, ((AmqpValue) message.getBody()).getValue());
        return;
      }
      long word = ((Data) message.getBody()).getValue().asByteBuffer().getLong();
      received.add(word);
      steps.add("message " + word);
      if (accepting) {
        delivery.disposition(
            delivery.getRemoteState() instanceof TransactionalState state
                ? within(state)
                : Accepted.getInstance());
        delivery.settle();
      }
    }

    private TransactionalState within(TransactionalState remote) {
      TransactionalState state = new TransactionalState();
      state.setTxnId(remote.getTxnId());
      state.setOutcome(Accepted.getInstance());
      return state;
    }

    private void coordinate(Delivery delivery, Object request) {
      if (request instanceof Declare) {
        Declared declared = new Declared();
        declared.setTxnId(new Binary(new byte[] {1}));
        delivery.disposition(declared);
      } else {
        steps.add("commit");
        delivery.disposition(Accepted.getInstance());
      }
      delivery.settle();
    }
  }
}
