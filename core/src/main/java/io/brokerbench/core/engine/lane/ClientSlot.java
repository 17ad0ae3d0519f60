package io.brokerbench.core.engine.lane;

import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.ClientStep;
import io.brokerbench.core.driver.ConnectionLossEffect;
import io.brokerbench.core.driver.LastingCause;
import io.brokerbench.core.engine.measure.ConnectMeter;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.mqtt5.AnswerPacket;
import java.util.function.Consumer;

/** The life of one client's connection, as the rig sees it. Confined to its lane's thread. */
abstract class ClientSlot implements ClientListener, Reconnector.ReconnectingClient {

  private enum State {
    NEW,
    CONNECTING,
    CONNECTED,
    LEAVING,
    AWAY,
    WAITING,
    RECONNECTING,
    GONE
  }

  private final LaneLoad lane;
  private State state = State.NEW;
  private boolean up;
  private boolean forgetting;

  /** It comes back from an absence. */
  private boolean returning;

  /** Another client connects that is to take the place of this one. */
  private boolean replacing;

  private boolean wasConnected;
  private boolean probing;
  private long intendedNanos;
  private long tcpNanos = ConnectMeter.UNSEEN;
  private long securedNanos = ConnectMeter.UNSEEN;

  ClientSlot(LaneLoad lane) {
    this.lane = lane;
  }

  LaneLoad lane() {
    return lane;
  }

  abstract Client client();

  /** Position among all clients of the run, in the order in which they connect. */
  abstract long index();

  /** As people read it: {@code publisher 12}. */
  abstract String name();

  /** It is connected again after an absence. */
  void onReturned(long nanos, boolean sessionPresent) {}

  /** It is connected again after its connection broke. */
  void onReconnected(long nanos, boolean sessionPresent) {}

  /** Whether its session outlives its connection, and is to be ended with the run. */
  boolean isPersistent() {
    return false;
  }

  /** Ends connection and session, where it persists. */
  void forget() {}

  /**
   * Opens the connection.
   *
   * @param dueNanos when it was due, which its latency counts from
   */
  void connect(long dueNanos) {
    intendedNanos = dueNanos;
    returning = wasConnected;
    state = State.CONNECTING;
    if (returning && lane.reconnects()) {
      lane.reconnector().watch(this, dueNanos);
      lane.wake();
    }
    client().connect();
  }

  /** Ends the connection in an orderly way; the session, where it persists, stays. */
  void leave() {
    if (isReconnecting()) {
      giveUp();
    }
    if (state == State.CONNECTED) {
      state = State.LEAVING;
      client().disconnect();
    } else if (state == State.WAITING) {
      state = State.AWAY;
      lane.reconnector().onLeft(this);
      lane.onLeft();
    }
  }

  /** Whether its connection is there, as far as is known. */
  boolean isUp() {
    return up;
  }

  /** Leaves for good: a persistent session is ended with the connection. */
  void part() {
    if (isReconnecting()) {
      giveUp();
    }
    if (isPersistent()) {
      state = State.LEAVING; // the end is reported as a disconnect
      forgetting = true;
      lane.onParting();
      forget();
    } else {
      leave();
    }
  }

  @Override
  public void reconnect() {
    state = State.RECONNECTING;
    client().connect();
  }

  @Override
  public boolean isReconnecting() {
    return isBetweenConnections() || (state == State.CONNECTING && returning) || replacing;
  }

  /** Whether it is connecting after its connection broke. */
  boolean isBetweenConnections() {
    return state == State.RECONNECTING;
  }

  /** Whether it leaves for good, and its session is being ended. */
  boolean isParting() {
    return forgetting;
  }

  @Override
  public boolean isWaiting() {
    return state == State.WAITING;
  }

  @Override
  public void giveUp() {
    state = State.WAITING;
    replacing = false;
    setDown();
    client().abort();
  }

  private void setDown() {
    if (up) {
      up = false;
      lane.onConnectedCount(-1);
    }
  }

  /** The client is gone for good, on purpose, in whatever way; its end is no finding. */
  void go(Consumer<Client> way) {
    if (state == State.CONNECTED) {
      state = State.GONE;
      up = false;
      lane.onConnectedCount(-1);
      way.accept(client());
    }
  }

  /** In a storm, its connection is cut, and it comes back. */
  void cut(long dueNanos) {
    if (state == State.CONNECTED) {
      long nanos = lane.context().clock().nanoTime();
      lane.meter().awaited().onAct((int) index(), dueNanos, nanos - dueNanos);
      client().abort();
      onDisconnected(nanos, new RunException("the connection was cut on purpose", null));
    }
  }

  boolean isAway() {
    return state == State.AWAY || state == State.NEW;
  }

  /** Gives up a connection that the broker has not accepted yet. */
  void giveUpConnecting() {
    if (state == State.CONNECTING) {
      state = State.AWAY;
      client().abort();
    }
  }

  /** Asks the broker for a sign of life. A client that cannot ask takes it for granted. */
  void probe() {
    if (state == State.CONNECTED) {
      probing = true;
      if (!client().probe()) {
        onProbeAnswered();
      }
    }
  }

  @Override
  public void onProbeAnswered() {
    if (probing) {
      probing = false;
      lane.onProbeAnswered();
    }
  }

  @Override
  public void onTransportReady(long tcp, long secured) {
    tcpNanos = tcp;
    securedNanos = secured;
  }

  @Override
  public void onTlsResumed() {
    if (state == State.CONNECTING && !wasConnected) {
      lane.connects().onResumed();
    }
  }

  @Override
  public void onStep(ClientStep step, long nanos, long latencyNanos) {
    lane.meter().clientEvents().onStep(step, nanos, latencyNanos);
  }

  @Override
  public void onReasonCode(AnswerPacket packet, int code) {
    lane.meter().clientEvents().onReasonCode(packet, code);
  }

  @Override
  public void onConnectionLossEffect(ConnectionLossEffect effect, long count) {
    lane.meter().clientEvents().onConnectionLossEffect(effect, count);
  }

  @Override
  public void onConnected(long nanos, boolean sessionPresent) {
    boolean again = state == State.RECONNECTING;
    state = State.CONNECTED;
    up = true;
    lane.onConnectedCount(1);
    lane.reconnector().onConnected(this, nanos);
    if (again) {
      onCutClientBack(nanos, sessionPresent);
    }
    if (returning) {
      returning = false;
      onReturned(nanos, sessionPresent);
      lane.onReturned();
    } else if (again) {
      onReconnected(nanos, sessionPresent);
    } else {
      wasConnected = true;
      if (sessionPresent) {
        onOlderSession();
      }
      lane.connects().onConnected(intendedNanos, tcpNanos, securedNanos, nanos);
      lane.onSettled(nanos);
    }
  }

  /** It comes for the first time, and has a session: that of another run. */
  void onOlderSession() {}

  /** In a storm that cuts clients off, each is owed its return, and its session. */
  private void onCutClientBack(long nanos, boolean sessionPresent) {
    if (lane.context().scenario().cutsClientsOff()) {
      lane.meter().awaited().onCame((int) index(), nanos, "");
      if (!sessionPresent && isPersistent()) {
        lane.meter().awaited().onSessionLost((int) index());
      }
    }
  }

  @Override
  public void onDisconnected(long nanos, Throwable cause) {
    if (state == State.GONE) {
      return;
    }
    setDown();
    if (forgetting) {
      forgetting = false;
      lane.onForgotten();
    }
    boolean asked = state == State.LEAVING;
    boolean again = state == State.RECONNECTING || (state == State.CONNECTING && returning);
    boolean first = state == State.CONNECTING && !wasConnected;
    state = State.AWAY;
    if (asked) {
      lane.onLeft();
      return;
    }
    if (wasConnected && lane.reconnects() && !(cause instanceof LastingCause)) {
      if (!again && lane.meter().slow() != null) {
        lane.meter().slow().onBroken(index(), said(cause));
      }
      comeBack(again, nanos);
      return;
    }
    String detail = said(cause);
    if (lane.context().scenario().connectsOnly()) {
      onEnded(first, detail, nanos);
    } else {
      lane.fail(
          first
              ? name() + " could not connect: " + detail
              : "the connection of " + name() + " ended during the run: " + detail,
          cause);
    }
  }

  /** Why a connection has ended, in words. */
  static String said(Throwable cause) {
    return cause == null ? "no reason given" : cause.getMessage();
  }

  /** Another client is about to connect in place of this one. */
  void onReplacing() {
    if (lane.reconnects()) {
      replacing = true;
      lane.reconnector().watch(this, lane.context().clock().nanoTime());
      lane.wake();
    }
  }

  /** The other client is accepted. */
  void onReplaced(long nanos) {
    replacing = false;
    lane.reconnector().onConnected(this, nanos);
  }

  /** The other client was not accepted; it tries again. */
  void onReplacementRefused(long nanos) {
    replacing = false;
    setDown();
    comeBack(true, nanos);
  }

  private void comeBack(boolean refused, long nanos) {
    state = State.WAITING;
    if (refused) {
      lane.reconnector().onRefused(this, nanos);
    } else {
      lane.reconnector().onBroken(this, nanos);
    }
    lane.wake();
  }

  /** Where connecting is all there is to it, an end is a finding, and the run goes on. */
  private void onEnded(boolean first, String detail, long nanos) {
    if (first) {
      lane.connects().onRefused(detail, nanos);
      lane.onSettled(nanos);
    } else {
      lane.connects().onDropped("after it was accepted: " + detail);
    }
  }
}
