package io.brokerbench.testkit.broker;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/** Flushes every connection that was written to, once per turn of the event loop. */
final class Flusher {

  private final EventLoop loop;
  private final List<Connection> written = new ArrayList<>();
  private boolean scheduled;

  Flusher(EventLoop loop) {
    this.loop = loop;
  }

  /** Takes note of a connection that has unflushed bytes and had none before. */
  void add(Connection connection) {
    written.add(connection);
    if (!scheduled) {
      scheduled = true;
      loop.execute(this::flush);
    }
  }

  void flush() {
    scheduled = false;
    List<Connection> batch = List.copyOf(written);
    written.clear();
    batch.forEach(Connection::flush);
  }
}
