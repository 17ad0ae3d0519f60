package io.brokerbench.embedded.nullbroker;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;

/** Flushes, once per turn of the event loop, the connections that were written to in it. */
final class Turn implements Runnable {

  private final EventLoop loop;
  private final List<Outlet> touched = new ArrayList<>();

  Turn(EventLoop loop) {
    this.loop = loop;
  }

  /** To be called once for each connection in a turn. */
  void touch(Outlet outlet) {
    if (touched.isEmpty()) {
      loop.execute(this);
    }
    touched.add(outlet);
  }

  @Override
  public void run() {
    for (Outlet outlet : touched) {
      outlet.flush();
    }
    touched.clear();
  }
}
