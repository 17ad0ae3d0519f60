package io.brokerbench.acceptance;

import io.brokerbench.core.broker.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/** Asks a broker over and over for a session, with a plain socket, and sees when it gets none. */
final class OutageProbe implements AutoCloseable {

  private static final long PAUSE_NANOS = 5_000_000;
  private static final int PATIENCE_MILLIS = 500;

  private final Endpoint endpoint;
  private final Thread thread;
  private volatile boolean closed;
  private volatile long longestNanos;

  OutageProbe(Endpoint endpoint) {
    this.endpoint = endpoint;
    this.thread = new Thread(this::watch, "outage-probe");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    long last = System.nanoTime();
    while (!closed) {
      if (isThere()) {
        long now = System.nanoTime();
        longestNanos = Math.max(longestNanos, now - last);
        last = now;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean isThere() {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), PATIENCE_MILLIS);
      socket.getOutputStream().write(connectPacket());
      InputStream in = socket.getInputStream();
      return in.read() == 0x20 && in.read() == 2 && in.read() >= 0 && in.read() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static byte[] connectPacket() {
    byte[] id = "probe".getBytes(StandardCharsets.US_ASCII);
    byte[] packet = new byte[14 + id.length];
    byte[] header = {
      0x10, (byte) (12 + id.length), 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, (byte) id.length
    };
    System.arraycopy(header, 0, packet, 0, header.length);
    System.arraycopy(id, 0, packet, header.length, id.length);
    return packet;
  }

  /** The longest time without a session. */
  long outageNanos() {
    return longestNanos;
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
