package io.brokerbench.jms;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.driver.Client;
import io.brokerbench.core.driver.ClientListener;
import io.brokerbench.core.driver.ClientStep;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A client: its states, and whose events count. Confined to its lane's thread, but for what is said
 * to be done by the driver's own threads, which may wait, one thing after the other.
 */
abstract class JmsClient implements Client, JmsLink.Member {

  private enum State {
    CLOSED,
    CONNECTING,
    UP,
    /** The library looks for a node, and the lane does not wait for it yet. */
    INTERRUPTED,
    /** The same, and the lane waits for it. */
    AWAITING,
    LEAVING
  }

  private final JmsLink link;
  private final JmsLane lane;
  private final Executor waiting;
  private final NanoClock clock;
  private State state = State.CLOSED;
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  /** When the library found a node, where that was before it was waited for. */
  private OptionalLong restored = OptionalLong.empty();

  /** How long the session took to open. */
  private volatile long sessionLatencyNanos;

  /** Number of the connection, so that late reports of an earlier one do not count. */
  private final AtomicInteger epoch = new AtomicInteger();

  /**
   * Number of the connection that was opened last. A report about a connection may arrive when the
   * next one has been requested already, and must not end that.
   */
  private volatile int opening;

  /** Guards {@link #busy}, so that no interrupt comes when the step is over. */
  private final Object guard = new Object();

  /** The thread that does a step of this client now; null if none does. */
  private Thread busy;

  JmsClient(JmsLink link, JmsLane lane, Executor waiting, NanoClock clock) {
    this.link = link;
    this.lane = lane;
    this.waiting = waiting;
    this.clock = clock;
  }

  /** Something that waits, and may fail. */
  @FunctionalInterface
  interface Step {
    void run() throws JMSException, JmsClientException;
  }

  abstract ClientListener listener();

  /** The connection is there; done by a thread that may wait. */
  abstract void opened() throws JMSException;

  /** As {@link #opened}, after the time was taken. */
  void prepare(JmsChannel channel) {}

  /** The connection is open, which is not reported yet; on the lane. */
  void resume() {}

  /**
   * The connection is to be closed in an orderly way, and is not yet; done by a thread that may
   * wait.
   */
  abstract void closing() throws JMSException;

  /** The connection is gone; nothing about it is reported any more. Does not wait, any thread. */
  abstract void gone();

  /** The end is about to be reported: what came before it comes first. */
  abstract void ending();

  /** The connection was lost, and is about to be discarded; on the lane. */
  void lost() {}

  /** The same, where the library keeps what is on it; any thread. */
  void interrupted() {}

  /** Opens a session, and takes the time. */
  Session openSession(int mode) throws JMSException {
    long start = clock.nanoTime();
    Session session = link.session(mode);
    sessionLatencyNanos = clock.nanoTime() - start;
    return session;
  }

  JmsLink link() {
    return link;
  }

  long now() {
    return clock.nanoTime();
  }

  boolean isUp() {
    return state == State.UP;
  }

  boolean isClosed() {
    return state == State.CLOSED;
  }

  /** Gives up a connection whose node is lost; whether it was such a one. */
  boolean endInterruption() {
    if (state != State.INTERRUPTED && state != State.AWAITING) {
      return false;
    }
    state = State.CLOSED;
    epoch.incrementAndGet();
    discard();
    return true;
  }

  /** Does something after all that was to be done before. */
  void later(Step step) {
    int current = epoch.get();
    afterAll(
        () -> {
          try {
            doNow(step);
          } catch (JMSException | JmsClientException | RuntimeException | Error e) {
            onBroken(current, e); // an Error too: a class that the library lacks
          }
        });
  }

  /** What fails keeps nothing that follows from being done. */
  private void afterAll(Runnable task) {
    last =
        last.handleAsync(
            (done, failure) -> {
              task.run();
              return null;
            },
            waiting);
  }

  private void doNow(Step what) throws JMSException, JmsClientException {
    synchronized (guard) {
      busy = Thread.currentThread();
    }
    try {
      what.run();
    } finally {
      synchronized (guard) {
        busy = null;
        Thread.interrupted(); // the thread does other clients' steps
      }
    }
  }

  /** Ends the wait of a step for a broker that may never answer; the next one would wait for it. */
  private void interruptStep() {
    synchronized (guard) {
      if (busy != null && link.library().endsByInterrupt()) {
        busy.interrupt();
      }
    }
  }

  /** Number of the connection, by which {@link #report} knows whether it is still the same. */
  int epoch() {
    return epoch.get();
  }

  /** Hands something over to the lane, for which it counts only if the connection is the same. */
  void report(int when, Runnable event) {
    lane.handOver(
        () -> {
          if (epoch.get() == when && state != State.CLOSED) {
            event.run();
          }
        });
  }

  @Override
  public void connect() {
    if (state == State.INTERRUPTED) {
      state = State.AWAITING;
      restored.ifPresent(this::back);
      return;
    }
    if (state != State.CLOSED) {
      throw new IllegalStateException("the client is " + state + " and cannot be connected");
    }
    state = State.CONNECTING;
    epoch.incrementAndGet();
    int when = epoch.get();
    later(
        () -> {
          opening = when;
          JmsLink.Opened made = link.open(this);
          opened();
          long connected = clock.nanoTime();
          prepare(made.channel());
          report(when, () -> accepted(made, connected));
        });
  }

  /**
   * Opens a session that nothing else uses, which the broker has to answer. A broker that does not
   * is no end of the connection: nothing is reported then.
   */
  @Override
  public boolean probe() {
    int when = epoch.get();
    if (state == State.UP) {
      later(
          () -> {
            if (answers()) {
              report(when, listener()::onProbeAnswered);
            }
          });
    }
    return true;
  }

  private boolean answers() {
    try {
      link.session(Session.AUTO_ACKNOWLEDGE).close();
      return true;
    } catch (JMSException e) {
      return false;
    }
  }

  private void accepted(JmsLink.Opened opened, long nanos) {
    state = State.UP;
    resume();
    if (state != State.UP) {
      return;
    }
    opened.reportTo(listener());
    listener().onStep(ClientStep.SESSION, nanos, sessionLatencyNanos);
    listener().onConnected(nanos, false);
  }

  @Override
  public void disconnect() {
    if (state == State.UP) {
      leave(this::closing);
    }
  }

  /** Closes the connection after something has been done on it, and reports the end. */
  void leave(Step before) {
    state = State.LEAVING;
    int when = epoch.get();
    later(
        () -> {
          try {
            before.run();
          } finally {
            gone();
            link.release(this);
          }
          report(when, () -> end(null));
        });
  }

  /** Opens a connection for one thing to be done on it, and closes it. */
  void visit(Step visit) {
    epoch.incrementAndGet();
    state = State.LEAVING;
    int when = epoch.get();
    later(
        () -> {
          opening = when;
          link.open(this);
          try {
            visit.run();
          } finally {
            link.release(this);
          }
          report(when, () -> end(null));
        });
  }

  /** Stops waiting for the library, which goes on by itself. */
  @Override
  public void abort() {
    if (state == State.INTERRUPTED || state == State.AWAITING) {
      state = State.INTERRUPTED;
    } else if (state != State.CLOSED) {
      state = State.CLOSED;
      epoch.incrementAndGet();
      discard();
    }
  }

  /** Ends the connection because of an error. */
  void fail(Throwable cause) {
    boolean asked = state == State.LEAVING;
    boolean reported = state == State.INTERRUPTED;
    if (!asked && state != State.CONNECTING) { // an attempt that fails loses nothing
      lost();
    }
    discard();
    if (reported) {
      ending();
      state = State.CLOSED;
      epoch.incrementAndGet();
      return;
    }
    end(asked ? null : cause);
  }

  private void discard() {
    gone();
    link.drop(this);
    interruptStep();
    afterAll(() -> link.discard(this));
  }

  private void end(Throwable cause) {
    ending();
    state = State.CLOSED;
    epoch.incrementAndGet();
    listener().onDisconnected(clock.nanoTime(), cause);
  }

  @Override
  public void onInterrupted(long nanos) {
    interrupted();
    lane.handOver(
        () -> {
          restored = OptionalLong.empty();
          if (state == State.UP) {
            state = State.INTERRUPTED;
            listener()
                .onDisconnected(
                    nanos, new JmsClientException("the node was lost", new IOException()));
          }
        });
  }

  @Override
  public void onRestored(long nanos) {
    lane.handOver(
        () -> {
          restored = OptionalLong.of(nanos);
          if (state == State.AWAITING) {
            back(nanos);
          }
        });
  }

  /** Subscriptions are where they were. */
  private void back(long nanos) {
    state = State.UP;
    listener().onConnected(nanos, true);
  }

  @Override
  public void onBroken(Throwable cause) {
    onBroken(opening, cause);
  }

  /** Hears of the end of the connection that is there now, and of no other. From any thread. */
  Consumer<Throwable> failures() {
    int when = opening;
    return cause -> onBroken(when, cause);
  }

  private void onBroken(int when, Throwable cause) {
    lane.handOver(
        () -> {
          if (epoch.get() == when && state != State.CLOSED) {
            fail(
                cause instanceof JmsClientException
                    ? cause
                    : new JmsClientException("the connection ended", cause));
          }
        });
  }
}
