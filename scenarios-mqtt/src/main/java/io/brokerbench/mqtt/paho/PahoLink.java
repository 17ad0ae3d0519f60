package io.brokerbench.mqtt.paho;

import io.brokerbench.core.scenario.Qos;
import io.brokerbench.mqtt.library.Link;
import io.brokerbench.mqtt.library.LinkEvents;
import java.io.IOException;
import java.util.Optional;
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
  interface PahoApiFactory {
    PahoApi connection(PahoSockets sockets, PahoCalls calls, boolean clean);
  }

  /** A call of the library. */
  private interface Call {
    void run() throws Exception;
  }

  private final PahoContext context;
  private final PahoApiFactory factory;

  /** Null before it is opened. The driver drops it, too. */
  private volatile PahoSockets sockets;

  private PahoCalls calls;
  private PahoApi api;

  PahoLink(PahoContext context, PahoApiFactory factory) {
    this.context = context;
    this.factory = factory;
  }

  @Override
  public void open(boolean clean, LinkEvents events) {
    sockets = new PahoSockets(context.settings());
    calls = new PahoCalls(context, sockets, events);
    api = factory.connection(sockets, calls, clean);
    endIfFailed(api::connect);
  }

  @Override
  public boolean publish(int slot, int topic, String proof, byte[] payload) {
    calls.publishing();
    if (failure(() -> api.publish(slot, topic, proof, payload)).isPresent()) {
      calls.notTaken();
      return false;
    }
    return true;
  }

  @Override
  public void subscribe(String filter, Qos qos, int identifier) {
    endIfFailed(() -> api.subscribe(filter, qos, identifier));
  }

  @Override
  public void probe() {
    endIfFailed(() -> api.unsubscribe(PROBE_FILTER));
  }

  private void endIfFailed(Call call) {
    failure(call).ifPresent(calls::ended);
  }

  private static Optional<Exception> failure(Call call) {
    try {
      call.run();
      return Optional.empty();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      return Optional.of(e);
    }
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
              failure(() -> closing.disconnect(endSession)).ifPresent(e -> writing.closed());
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
    PahoSockets dropping = sockets;
    if (dropping == null) {
      return;
    }
    try {
      dropping.drop();
    } catch (IOException e) {
      // It is gone, and how is of no interest.
    }
  }
}
