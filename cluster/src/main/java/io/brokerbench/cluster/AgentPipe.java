package io.brokerbench.cluster;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.infinispan.remoting.transport.Address;

/**
 * Lines to and from a worker of an agent, by exchanges one after the other. An exchange that fails
 * is tried again; an agent that has not answered for {@link #SILENCE} is given up.
 */
final class AgentPipe implements WorkerPipe {

  /** Longest time without an answer. */
  static final Duration SILENCE = Duration.ofSeconds(5);

  private static final long TIMEOUT_MILLIS = 2_000;
  private static final long RETRY_MILLIS = 100;

  private final ClusterNode node;
  private final Address agent;
  private final Ticket ticket;
  private final ScheduledExecutorService timer;
  private final NanoClock clock;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final LineOutbox outbox = new LineOutbox();
  private final LineInbox inbox = new LineInbox();
  private Listener listener;
  private long lastAnswer;
  private boolean closing;
  private boolean over;

  /**
   * Identifies a run, and the coordinator that it is part of.
   *
   * @param title of the agent, for people
   * @param session of the one who reserved it
   * @param run its number
   * @param intervalMillis between two exchanges
   */
  record Ticket(String title, String session, int run, long intervalMillis) {}

  AgentPipe(
      ClusterNode node,
      Address agent,
      Ticket ticket,
      ScheduledExecutorService timer,
      NanoClock clock) {
    this.node = node;
    this.agent = agent;
    this.ticket = ticket;
    this.timer = timer;
    this.clock = clock;
  }

  @Override
  public String title() {
    return ticket.title();
  }

  @Override
  public void open(Listener hears) {
    synchronized (this) {
      listener = hears;
      lastAnswer = clock.nanoTime();
    }
    again(0);
  }

  @Override
  public synchronized void send(String line) {
    outbox.add(line);
  }

  private void again(long millis) {
    if (!timer.isShutdown()) {
      Future<?> unused = timer.schedule(this::exchange, millis, TimeUnit.MILLISECONDS);
    }
  }

  private void exchange() {
    Request.Exchange request;
    long timeout;
    synchronized (this) {
      if (over) {
        return;
      }
      List<String> parts = outbox.forOneCall();
      boolean last = closing && parts.size() == outbox.size();
      request =
          new Request.Exchange(
              ticket.session(), ticket.run(), outbox.first(), parts, inbox.have(), last);
      long left = SILENCE.toMillis() - silentMillis();
      timeout = Math.max(RETRY_MILLIS, Math.min(TIMEOUT_MILLIS, left));
    }
    Future<?> unused = node.ask(agent, request, timeout).whenComplete(this::answered);
  }

  private void answered(Reply reply, Throwable error) {
    try {
      if (error != null) {
        failed();
      } else if (reply instanceof Reply.Lines lines) {
        take(lines);
      } else {
        end(reply instanceof Reply.Refused refused ? refused.why() : "answers what was not asked");
      }
    } catch (RuntimeException | Error e) {
      end("answered what cannot be used: " + e);
    }
  }

  private void failed() {
    long silent;
    synchronized (this) {
      silent = silentMillis();
    }
    if (!node.isMember(agent)) {
      end("has left the cluster: it ended, or is cut off");
    } else if (silent + RETRY_MILLIS > SILENCE.toMillis()) {
      end("has not answered for " + SILENCE.toSeconds() + " s: it stands still, or is cut off");
    } else {
      again(RETRY_MILLIS);
    }
  }

  private long silentMillis() {
    return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - lastAnswer);
  }

  private void take(Reply.Lines reply) {
    List<String> lines;
    boolean hurry;
    boolean onItsWay;
    synchronized (this) {
      lastAnswer = clock.nanoTime();
      onItsWay = outbox.confirm(reply.have()) && outbox.size() > 0;
      lines = inbox.take(reply.first(), reply.parts());
      hurry = reply.more() || outbox.size() > 0;
    }
    if (reply.more() || onItsWay) {
      listener.onPart();
    }
    lines.forEach(listener::onLine);
    if (reply.ended().isPresent() && !reply.more()) {
      end(reply.ended().get());
    } else {
      again(hurry ? 0 : ticket.intervalMillis());
    }
  }

  private void end(String how) {
    boolean expected;
    synchronized (this) {
      over = true;
      expected = closing;
    }
    if (!expected) {
      listener.onEnd(how);
    }
    ended.countDown();
  }

  @Override
  public synchronized void requestClose() {
    closing = true;
  }

  @Override
  public void awaitEnd(long deadlineNanos) {
    boolean interrupted = Thread.interrupted();
    try {
      long left = interrupted ? 0 : Math.max(0, deadlineNanos - clock.nanoTime());
      if (!ended.await(left, TimeUnit.NANOSECONDS)) {
        synchronized (this) {
          over = true;
        }
        Future<?> unused =
            node.ask(agent, new Request.End(ticket.session(), ticket.run()), TIMEOUT_MILLIS);
      }
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
