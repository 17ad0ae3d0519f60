package io.brokerbench.core.engine;

import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientListener;

/** The life of one client's connection, as the rig sees it. Confined to its lane's thread. */
abstract class ClientSlot implements ClientListener {

  private enum State {
    NEW,
    CONNECTING,
    CONNECTED,
    LEAVING,
    AWAY
  }

  private final LaneLoad lane;
  private State state = State.NEW;
  private boolean up;
  private boolean forgetting;
  private boolean wasConnected;
  private long connectCallNanos;

  ClientSlot(LaneLoad lane) {
    this.lane = lane;
  }

  LaneLoad lane() {
    return lane;
  }

  abstract Client client();

  /** As people read it: {@code publisher 12}. */
  abstract String name();

  /** It is connected again after an absence. */
  void onReturned(long nanos, boolean sessionPresent) {}

  void connect(long now) {
    connectCallNanos = now;
    state = State.CONNECTING;
    client().connect();
  }

  /** Ends the connection in order; the session, where it persists, stays. */
  void leave() {
    if (state == State.CONNECTED) {
      state = State.LEAVING;
      client().disconnect();
    }
  }

  /** Leaves for good. */
  void part() {
    leave();
  }

  /** The session is being ended with the connection; the end is reported as a disconnect. */
  void forgetting() {
    state = State.LEAVING;
    forgetting = true;
    lane.onParting();
  }

  boolean isAway() {
    return state == State.AWAY || state == State.NEW;
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    state = State.CONNECTED;
    up = true;
    lane.onConnectedCount(1);
    if (wasConnected) {
      onReturned(nanos, sessionPresent);
      lane.onReturned();
    } else {
      wasConnected = true;
      lane.meter().onConnected(nanos - connectCallNanos);
      lane.onFirstConnected();
    }
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    boolean wasUp = up;
    up = false;
    if (forgetting) {
      forgetting = false;
      lane.onForgotten();
    }
    boolean asked = state == State.LEAVING;
    boolean first = state == State.CONNECTING && !wasConnected;
    state = State.AWAY;
    if (wasUp) {
      lane.onConnectedCount(-1);
    }
    if (asked) {
      lane.onLeft();
    } else {
      String detail = cause == null ? "no reason given" : cause.getMessage();
      lane.fail(
          first
              ? name() + " could not connect: " + detail
              : "the connection of " + name() + " ended in mid-run: " + detail,
          cause);
    }
  }
}
