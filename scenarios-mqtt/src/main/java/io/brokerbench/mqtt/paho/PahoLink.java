package io.brokerbench.mqtt.paho;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.Link;
import io.brokerbench.mqtt.library.LinkEvents;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of the library for each connection: so nothing of a dropped one, whose threads may take
 * a while to notice, gets in the way of the next. What a persistent session has to keep is in its
 * persistence.
 */
final class PahoLink implements Link {

  private static final long WRITE_LIMIT_NANOS = 1_000_000_000;
  private static final long LOOK_NANOS = 1_000_000;

  /** Makes the connection of one of the versions of MQTT. */
  interface Apis {
    PahoApi connection(PahoSockets sockets, PahoCalls calls, boolean clean);
  }

  private final PahoContext context;
  private final Apis apis;
  private PahoSockets sockets;
  private PahoCalls calls;
  private PahoApi api;

  PahoLink(PahoContext context, Apis apis) {
    this.context = context;
    this.apis = apis;
  }

  @Override
  public void open(boolean clean, LinkEvents events) {
    sockets = new PahoSockets(context.settings());
    calls = new PahoCalls(context.settings(), sockets, events);
    api = apis.connection(sockets, calls, clean);
    api.connect();
  }

  @Override
  public boolean publish(int slot, byte[] payload) {
    return api.publish(slot, payload);
  }

  @Override
  public void subscribe(String filter, Qos qos) {
    api.subscribe(filter, qos);
  }

  @Override
  public void probe() {
    api.unsubscribe(PROBE_FILTER);
  }

  @Override
  public void close(boolean endSession) {
    PahoApi closing = api;
    PahoCalls writing = calls;
    context
        .threads()
        .execute(
            () -> {
              awaitWritten(writing);
              closing.disconnect(endSession);
            });
  }

  /** The library's goodbye overtakes messages of QoS 0. */
  private void awaitWritten(PahoCalls writing) {
    long limit = context.settings().now() + WRITE_LIMIT_NANOS;
    while (writing.unwritten() > 0 && context.settings().now() - limit < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public void drop() {
    try {
      sockets.drop();
    } catch (IOException e) {
      // It is gone, and how is of no interest.
    }
  }
}
