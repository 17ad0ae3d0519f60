package io.brokerbench.testkit.driver;

import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between the clients of a test and a real broker, and cuts, refuses and holds back what a
 * broker cannot be asked to. Bytes pass as they come, in threads of its own. For any thread.
 */
final class KitRelay implements AutoCloseable {

  private static final int BUFFER_BYTES = 16_384;
  private static final int BACKLOG = 200;

  private final Endpoint broker;
  private final ServerSocket listener;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicLong passed = new AtomicLong();
  private final Object gate = new Object();
  private boolean held;

  /**
   * Listens on a port of its own.
   *
   * @param broker that bytes are passed to
   */
  KitRelay(Endpoint broker) {
    this.broker = broker;
    try {
      listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start(this::accept);
  }

  /** Where clients are to connect to. */
  Endpoint endpoint() {
    return new Endpoint(broker.listener(), "127.0.0.1", listener.getLocalPort());
  }

  /** Bytes that have passed, in both directions. */
  long passed() {
    return passed.get();
  }

  /** Holds all bytes back, in both directions, or lets them go on. */
  void hold(boolean hold) {
    synchronized (gate) {
      held = hold;
      gate.notifyAll();
    }
  }

  /** Connections that are open. */
  int open() {
    return (int) sockets.stream().filter(socket -> !socket.isClosed()).count() / 2;
  }

  /** Ends all connections without a word. */
  void cut() {
    sockets.forEach(KitRelay::close);
    hold(false);
  }

  /** Ends them, and refuses all further ones. */
  void refuse() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        sockets.add(client);
        Socket server = new Socket(broker.host(), broker.port());
        sockets.add(server);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        start(() -> pump(client, server));
        start(() -> pump(server, client));
      }
    } catch (IOException e) {
      // The relay is closed, or the broker is gone: the clients see it.
      sockets.forEach(KitRelay::close);
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        awaitGate();
        out.write(buffer, 0, count);
        passed.addAndGet(count);
      }
    } catch (IOException e) {
      // Either side has ended it, and so the other one's is ended too.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close(from);
      close(to);
    }
  }

  private void awaitGate() throws InterruptedException {
    synchronized (gate) {
      while (held) {
        gate.wait();
      }
    }
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "kit-relay");
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no use any more.
    }
  }

  @Override
  public void close() {
    refuse();
  }
}
