package io.brokerbench.testkit.driver;

import io.brokerbench.core.broker.Endpoint;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * Stands between the clients of a test and a real broker, and cuts, refuses, holds back and reads
 * what a broker cannot be asked to; also with TLS before a broker without. Bytes pass as they come,
 * in threads of its own. For any thread.
 */
public final class KitRelay implements AutoCloseable {

  private static final int BUFFER_BYTES = 16_384;
  private static final int BACKLOG = 200;

  /** Of what each client says first, in which its login is. */
  private static final int HEARD_BYTES = 8_192;

  private final Endpoint broker;
  private final Endpoint.Listener kind;
  private final ServerSocket listener;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final Queue<X509Certificate> shown = new ConcurrentLinkedQueue<>();
  private final Queue<ByteArrayOutputStream> heard = new ConcurrentLinkedQueue<>();
  private final AtomicLong passed = new AtomicLong();
  private final Object gate = new Object();
  private final Set<Socket> silent = new HashSet<>();
  private boolean held;

  private KitRelay(Endpoint broker, Endpoint.Listener kind, ServerSocketFactory sockets) {
    this.broker = broker;
    this.kind = kind;
    try {
      listener = sockets.createServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The same with TLS before a broker's plain listener: a broker with whatever certificate a test
   * needs, for clients with the version and the cipher suite of its TLS.
   *
   * @param kind what clients take it for
   * @param tls of the JDK's provider; says whether clients have to show a certificate
   */
  public static KitRelay overTls(Endpoint broker, Endpoint.Listener kind, SslContext tls) {
    KitRelay relay =
        new KitRelay(broker, kind, ((JdkSslContext) tls).context().getServerSocketFactory());
    ((SSLServerSocket) relay.listener)
        .setSSLParameters(tls.newEngine(ByteBufAllocator.DEFAULT).getSSLParameters());
    start(relay::accept);
    return relay;
  }

  /**
   * Listens on a port of its own.
   *
   * @param broker that bytes are passed to
   */
  public static KitRelay plain(Endpoint broker) {
    KitRelay relay = new KitRelay(broker, broker.listener(), ServerSocketFactory.getDefault());
    start(relay::accept);
    return relay;
  }

  /** Where clients are to connect to. */
  public Endpoint endpoint() {
    return new Endpoint(kind, "127.0.0.1", listener.getLocalPort());
  }

  /** Certificates that clients have shown, where they have to; one for each connection. */
  public List<X509Certificate> shown() {
    return List.copyOf(shown);
  }

  /**
   * The first bytes that each client sent, a character for each, in the order of their connections.
   */
  List<String> heard() {
    return heard.stream().map(said -> said.toString(StandardCharsets.ISO_8859_1)).toList();
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

  /** Passes nothing more on the connections that there are now. */
  void silence() {
    synchronized (gate) {
      silent.addAll(sockets);
    }
  }

  /** Connections that are open. */
  int open() {
    return (int) sockets.stream().filter(socket -> !socket.isClosed()).count() / 2;
  }

  /** Ends all connections without a word. */
  public void cut() {
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
        join(listener.accept());
      }
    } catch (IOException e) {
      // The relay is closed: the clients see it.
      sockets.forEach(KitRelay::close);
    }
  }

  /** A client whose connection is cut meanwhile, or whose broker is gone, sees the end of it. */
  private void join(Socket client) {
    Socket server = new Socket();
    sockets.add(client);
    sockets.add(server);
    try {
      server.connect(new InetSocketAddress(broker.host(), broker.port()));
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      start(() -> listen(client, server));
      start(() -> pump(server, client, OutputStream.nullOutputStream()));
    } catch (IOException e) {
      close(client);
      close(server);
    }
  }

  /** What a client says, from its certificate on. */
  private void listen(Socket client, Socket server) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    heard.add(said);
    try {
      if (client instanceof SSLSocket secured && secured.getNeedClientAuth()) {
        secured.startHandshake();
        shown.add((X509Certificate) secured.getSession().getPeerCertificates()[0]);
      }
    } catch (IOException e) {
      close(client);
      close(server);
    }
    pump(client, server, said);
  }

  private void pump(Socket from, Socket to, OutputStream copy) {
    byte[] buffer = new byte[BUFFER_BYTES];
    int left = HEARD_BYTES;
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        awaitGate(from);
        copy.write(buffer, 0, Math.min(count, left));
        left -= Math.min(count, left);
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

  private void awaitGate(Socket from) throws InterruptedException {
    synchronized (gate) {
      while (!from.isClosed() && (held || silent.contains(from))) {
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
