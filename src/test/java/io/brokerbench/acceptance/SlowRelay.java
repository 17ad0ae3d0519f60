package io.brokerbench.acceptance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Stands before a broker, and holds all bytes for a while in each direction. */
final class SlowRelay implements AutoCloseable {

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final int behind;
  private final long heldNanos;

  /** Bytes, and when they are to go on. */
  private record Held(InputStream bytes, long due) {}

  /**
   * Listens on a port of its own.
   *
   * @param behind port of the broker
   */
  SlowRelay(int behind, Duration held) throws IOException {
    this.behind = behind;
    this.heldNanos = held.toNanos();
    SocketWork.start("slow-relay", this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      Socket broker = new Socket(InetAddress.getLoopbackAddress(), behind);
      for (Socket socket : new Socket[] {client, broker}) {
        socket.setTcpNoDelay(true);
        sockets.add(socket);
      }
      relay(client, broker);
      relay(broker, client);
    }
  }

  private void relay(Socket from, Socket to) {
    BlockingQueue<Held> held = new LinkedBlockingQueue<>();
    SocketWork.start(
        "slow-relay",
        () -> {
          InputStream in = from.getInputStream();
          byte[] some = new byte[65_536];
          for (int read = in.read(some); read >= 0; read = in.read(some)) {
            held.add(
                new Held(
                    new ByteArrayInputStream(Arrays.copyOf(some, read)),
                    System.nanoTime() + heldNanos));
          }
          held.add(new Held(InputStream.nullInputStream(), System.nanoTime() + heldNanos));
        });
    SocketWork.start(
        "slow-relay",
        () -> {
          try (to) {
            OutputStream out = to.getOutputStream();
            for (Held next = held.take(); next.bytes.available() > 0; next = held.take()) {
              TimeUnit.NANOSECONDS.sleep(next.due - System.nanoTime());
              next.bytes.transferTo(out);
            }
          }
        });
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
