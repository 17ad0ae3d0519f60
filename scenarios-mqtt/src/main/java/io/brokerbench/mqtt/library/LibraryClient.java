package io.brokerbench.mqtt.library;

import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.mqtt5.AnswerPacket;
import io.brokerbench.core.scenario.Protocol;
import java.util.concurrent.atomic.AtomicInteger;

/** A client on a link: its states, and whose events count. Confined to its lane's thread. */
abstract class LibraryClient implements Client {

  private enum State {
    CLOSED,
    CONNECTING,
    UP,
    GOODBYE,
    FORGETTING
  }

  private final LinkSettings settings;
  private final Link link;
  private State state = State.CLOSED;
  private Current current;

  /** After this goodbye, the session is still to be ended by a clean connection. */
  private boolean reopen;

  LibraryClient(LinkSettings settings, Link link) {
    this.settings = settings;
    this.link = link;
  }

  abstract ClientListener listener();

  /** Whether the session is to outlive the connection. */
  abstract boolean isPersistent();

  /** The broker has accepted the session; the listener is notified after this. */
  abstract void accepted(AcceptedConnection accepted) throws ClientException;

  /** A publisher's message is acknowledged. */
  void acknowledged(int slot, long nanos) {}

  /**
   * A message of QoS 0 has left the library. From any thread.
   *
   * @param left messages that are still in it
   */
  void room(int left) {}

  /** A subscriber's subscription is answered. */
  void subscribed(long nanos, int code) {}

  /** A subscriber's message has come. */
  void message(long nanos, Arrival message) {}

  Link link() {
    return link;
  }

  LinkSettings settings() {
    return settings;
  }

  boolean isUp() {
    return state == State.UP;
  }

  /** Messages of QoS 0 that the library has not written yet, of this connection. */
  AtomicInteger unwritten() {
    return current.unwritten;
  }

  @Override
  public void connect() {
    if (state != State.CLOSED) {
      throw new IllegalStateException(
          settings.clientId() + " is " + state + " and cannot be connected");
    }
    open(State.CONNECTING);
  }

  private void open(State opening) {
    state = opening;
    current = new Current();
    link.open(opening == State.FORGETTING || !isPersistent(), current);
  }

  @Override
  public boolean probe() {
    if (state == State.UP) {
      link.probe();
    }
    return true;
  }

  @Override
  public void disconnect() {
    if (state == State.UP) {
      state = State.GOODBYE;
      link.close(false);
    }
  }

  @Override
  public void abort() {
    if (state != State.CLOSED) {
      closed();
      link.drop();
    }
  }

  /** Ends the session on the broker: by a clean connection, where there is none yet. */
  void forgetSession() {
    if (state == State.UP && settings.driver().protocol() == Protocol.MQTT_5) {
      state = State.GOODBYE;
      link.close(true);
    } else if (state == State.UP) {
      state = State.FORGETTING;
      reopen = true;
      link.close(false);
    } else if (state == State.CLOSED) {
      open(State.FORGETTING);
    }
  }

  /** Ends the connection because of an error. */
  void fail(Throwable cause) {
    closed();
    link.drop();
    listener().onDisconnected(settings.driver().clock().nanoTime(), cause);
  }

  private void closed() {
    state = State.CLOSED;
    current = null;
    reopen = false;
  }

  /** The events of one connection, which count while it is the client's. */
  private final class Current implements LinkEvents {

    private final AtomicInteger unwritten = new AtomicInteger();

    private boolean isCurrent() {
      return this == current;
    }

    @Override
    public void onAccepted(long nanos, AcceptedConnection answer) {
      if (!isCurrent()) {
        return;
      }
      if (state == State.FORGETTING) {
        link.close(true);
        return;
      }
      state = State.UP;
      try {
        accepted(answer);
      } catch (ClientException e) {
        fail(e);
        return;
      }
      if (isCurrent()) {
        listener().onConnected(nanos, answer.sessionPresent());
      }
    }

    @Override
    public void onEnded(long nanos, Throwable cause) {
      if (!isCurrent()) {
        return;
      }
      boolean asked = state == State.GOODBYE || state == State.FORGETTING;
      boolean again = reopen;
      closed();
      if (again) {
        open(State.FORGETTING);
      } else {
        listener().onDisconnected(nanos, asked ? null : cause);
      }
    }

    @Override
    public void onAcknowledged(int slot, long nanos) {
      if (isCurrent()) {
        acknowledged(slot, nanos);
      }
    }

    @Override
    public void onWritten() {
      room(unwritten.decrementAndGet());
    }

    @Override
    public void onRefused(Throwable cause) {
      if (isCurrent() && state == State.UP) {
        fail(cause);
      }
    }

    @Override
    public void onSubscribed(long nanos, int code) {
      if (isCurrent()) {
        subscribed(nanos, code);
      }
    }

    @Override
    public void onReasonCode(AnswerPacket packet, int code) {
      if (isCurrent()) {
        listener().onReasonCode(packet, code);
      }
    }

    @Override
    public void onProbeAnswered() {
      if (isCurrent()) {
        listener().onProbeAnswered();
      }
    }

    @Override
    public void onMessage(long nanos, Arrival message) {
      if (isCurrent()) {
        message(nanos, message);
      }
    }
  }
}
