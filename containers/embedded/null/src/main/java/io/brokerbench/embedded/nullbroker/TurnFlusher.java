package io.brokerbench.embedded.nullbroker;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/** Flushes, once per turn of the event loop, the connections that were written to in it. */
final class TurnFlusher implements Runnable {

  private final EventLoop loop;
  private final List<ClientOutput> touched = new ArrayList<>();

  TurnFlusher(EventLoop loop) {
    this.loop = loop;
  }

  /** To be called once for each connection in a turn. */
  void touch(ClientOutput outlet) {
    if (touched.isEmpty()) {
      loop.execute(this);
    }
    touched.add(outlet);
  }

  @Override
  public void run() {
    for (ClientOutput outlet : touched) {
      outlet.flush();
    }
    touched.clear();
  }
}
