package io.brokerbench.core.network;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.broker.Endpoint;
import io.brokerbench.core.scenario.NetworkConditions;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Listens on free ports of this machine, and carries each connection to an endpoint as a network of
 * given conditions would: all connections share one link in each direction.
 *
 * <p>One thread, which wakes up to some hundred microseconds late at most. A connection that breaks
 * on one side breaks on the other. Methods may be called from any thread.
 */
final class NetworkRelay implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 << 10;
  private static final int BACKLOG = 4_096;

  /** The selector waits to the millisecond: what is due sooner is waited for otherwise. */
  private static final long COARSE_NANOS = 2_000_000;

  private static final long FINE_NANOS = 50_000;

  private final NanoClock clock = NanoClock.SYSTEM;
  private final RelayLink there;
  private final RelayLink back;
  private final Selector selector;
  private final Thread thread;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final PriorityQueue<Arrival> arrivals =
      new PriorityQueue<>(Comparator.comparingLong(arrival -> arrival.nanos));
  private volatile boolean closed;

  private record Listening(Supplier<Optional<InetSocketAddress>> target) {}

  private record Arrival(long nanos, RelayPipe pipe, Connection connection) {}

  /** Two sockets and what is under way between them. */
  private static final class Connection {
    private SelectionKey client;
    private SelectionKey broker;
    private RelayPipe there;
    private RelayPipe back;

    /** Whether the broker has taken the connection. */
    private boolean begun;

    void close() {
      closeQuietly(client);
      closeQuietly(broker);
    }
  }

  /**
   * A relay without listeners.
   *
   * @param seed of the jitter
   */
  NetworkRelay(NetworkConditions conditions, long seed) throws IOException {
    this.there = new RelayLink(conditions, seed);
    this.back = new RelayLink(conditions, seed + 1);
    this.selector = Selector.open();
    this.thread = new Thread(this::run, "network-relay");
    thread.setDaemon(true);
  }

  /**
   * Listens for connections to an endpoint. To be called before {@link #start}.
   *
   * @return where clients connect to in its place
   */
  Endpoint listenFor(Endpoint target) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    InetSocketAddress known = new InetSocketAddress(target.host(), target.port());
    int port = listenOn(loopback, () -> Optional.of(known));
    return new Endpoint(target.listener(), loopback.getHostAddress(), port, target.path());
  }

  /**
   * The same for one whose address is known later, or may change.
   *
   * @param address of this machine to listen on
   * @param target where a connection that comes now is to be carried; empty to end it. On the
   *     relay's thread
   * @return the port
   */
  int listenOn(InetAddress address, Supplier<Optional<InetSocketAddress>> target)
      throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.bind(new InetSocketAddress(address, 0), BACKLOG);
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT, new Listening(target));
      return ((InetSocketAddress) server.getLocalAddress()).getPort();
    } catch (IOException e) {
      closeQuietly(server);
      throw e;
    }
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!closed) {
        await();
        selector.selectedKeys().removeIf(this::handle);
        deliver();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      selector.keys().forEach(NetworkRelay::closeQuietly);
      closeQuietly(selector);
    }
  }

  private void await() throws IOException {
    if (arrivals.isEmpty()) {
      selector.select();
      return;
    }
    long left = arrivals.peek().nanos - clock.nanoTime();
    if (left > COARSE_NANOS) {
      selector.select((left - COARSE_NANOS) / 1_000_000 + 1);
    } else if (selector.selectNow() == 0 && left > 0) {
      LockSupport.parkNanos(Math.min(left, FINE_NANOS));
    }
  }

  /** Does what a channel is ready for. @return true, as it is done with */
  private boolean handle(SelectionKey key) {
    try {
      if (key.isValid() && key.isAcceptable()) {
        accept(key);
      } else if (key.isValid()) {
        proceed(key, (Connection) key.attachment());
      }
    } catch (IOException e) {
      if (key.attachment() instanceof Connection connection) {
        connection.close(); // the other side sees its connection break
      }
    }
    return true;
  }

  private void accept(SelectionKey key) throws IOException {
    SocketChannel client = ((ServerSocketChannel) key.channel()).accept();
    if (client == null) {
      return;
    }
    try {
      Optional<InetSocketAddress> target = ((Listening) key.attachment()).target().get();
      if (target.isPresent()) {
        connect(client, target.get());
      } else {
        closeQuietly(client);
      }
    } catch (IOException | RuntimeException e) {
      closeQuietly(client); // it sees its connection break, and the others go on
    }
  }

  private void connect(SocketChannel client, InetSocketAddress target) throws IOException {
    SocketChannel broker = SocketChannel.open();
    try {
      connect(client, broker, target);
    } catch (IOException | RuntimeException e) {
      closeQuietly(broker);
      throw e;
    }
  }

  private void connect(SocketChannel client, SocketChannel broker, InetSocketAddress target)
      throws IOException {
    Connection connection = new Connection();
    for (SocketChannel channel : new SocketChannel[] {client, broker}) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }
    connection.client = client.register(selector, SelectionKey.OP_READ, connection);
    connection.broker = broker.register(selector, SelectionKey.OP_CONNECT, connection);
    connection.there = new RelayPipe(there, connection.client, connection.broker);
    connection.back = new RelayPipe(back, connection.broker, connection.client);
    if (broker.connect(target)) {
      begin(connection);
    }
  }

  private void begin(Connection connection) {
    connection.begun = true;
    connection.broker.interestOps(SelectionKey.OP_READ);
    if (!connection.there.isEmpty()) {
      arrivals.add(new Arrival(connection.there.nextArrival(), connection.there, connection));
    }
  }

  private void proceed(SelectionKey key, Connection connection) throws IOException {
    boolean isClient = key == connection.client;
    if (key.isConnectable() && ((SocketChannel) key.channel()).finishConnect()) {
      begin(connection);
      return;
    }
    RelayPipe outgoing = isClient ? connection.there : connection.back;
    RelayPipe incoming = isClient ? connection.back : connection.there;
    boolean fresh = key.isReadable() && outgoing.read(clock.nanoTime(), buffer);
    if (!connection.begun) {
      endIfGivenUp(connection);
      return;
    }
    if (fresh) {
      arrivals.add(new Arrival(outgoing.nextArrival(), outgoing, connection));
    }
    if (key.isWritable() && incoming.resume()) {
      arrivals.add(new Arrival(incoming.nextArrival(), incoming, connection));
    }
  }

  /** What a client sent that has left before a broker took its connection, no broker sees. */
  private static void endIfGivenUp(Connection connection) {
    if (connection.there.hasEnd()) {
      connection.close();
    }
  }

  private void deliver() {
    long now = clock.nanoTime();
    while (!arrivals.isEmpty() && arrivals.peek().nanos - now <= 0) {
      Arrival arrival = arrivals.remove();
      Connection connection = arrival.connection;
      if (!connection.client.isValid() || !connection.broker.isValid()) {
        connection.close();
        continue;
      }
      try {
        if (arrival.pipe.deliver(now)) {
          arrivals.add(new Arrival(arrival.pipe.nextArrival(), arrival.pipe, connection));
        }
      } catch (IOException e) {
        connection.close();
      }
      if (connection.there.isDone() && connection.back.isDone()) {
        connection.close();
      }
    }
  }

  private static void closeQuietly(SelectionKey key) {
    if (key != null) {
      closeQuietly(key.channel());
    }
  }

  /** A close that fails needs no action: the descriptor is gone all the same. */
  private static void closeQuietly(Closeable resource) {
    try {
      resource.close();
    } catch (IOException e) {
      return;
    }
  }

  /** Ends all connections and the thread. */
  @Override
  public void close() {
    closed = true;
    if (thread.getState() == Thread.State.NEW) {
      selector.keys().forEach(NetworkRelay::closeQuietly);
      closeQuietly(selector);
      return;
    }
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
