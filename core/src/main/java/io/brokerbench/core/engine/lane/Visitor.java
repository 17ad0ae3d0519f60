package io.brokerbench.core.engine.lane;

import io.brokerbench.core.driver.Publisher;
import io.brokerbench.core.driver.PublisherListener;
import io.brokerbench.core.mqtt5.AnswerPacket;

/**
 * A client that comes beside the load, stays for a while and leaves; it sends nothing. Confined to
 * its lane's thread.
 */
final class Visitor implements PublisherListener {

  private enum State {
    AWAY,
    COMING,
    THERE,
    GONE
  }

  private final int id;
  private final LaneLoad lane;
  private Publisher client;
  private State state = State.AWAY;

  Visitor(int id, LaneLoad lane) {
    this.id = id;
    this.lane = lane;
  }

  void attach(Publisher made) {
    client = made;
  }

  int id() {
    return id;
  }

  void come(long dueNanos) {
    state = State.COMING;
    lane.meter().awaited().onAct(id, dueNanos, lane.context().clock().nanoTime() - dueNanos);
    client.connect();
  }

  /** A client that the broker has not accepted by now leaves without a goodbye. */
  void leave(long dueNanos) {
    State before = state;
    state = State.GONE;
    if (before == State.THERE) {
      client.disconnect();
    } else if (before == State.COMING) {
      client.abort();
    }
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    if (state == State.COMING) {
      state = State.THERE;
      lane.meter().awaited().onCame(id, nanos, "");
    }
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    String reason = cause == null ? "no reason given" : cause.getMessage();
    if (state == State.COMING) {
      lane.meter().awaited().onFailed(reason);
    } else if (state == State.THERE) {
      lane.meter().awaited().onSessionLost(id);
      lane.meter().awaited().onFailed("after it was accepted: " + reason);
    }
    state = State.GONE;
  }

  @Override
  public void onReasonCode(AnswerPacket packet, int code) {
    lane.meter().clientEvents().onReasonCode(packet, code);
  }

  @Override
  public void onAcknowledged(long sequence, long intendedSendTimeNanos, long nanos) {
    // it sends nothing
  }

  @Override
  public void onReady() {
    // it sends nothing
  }
}
