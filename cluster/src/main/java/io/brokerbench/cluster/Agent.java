package io.brokerbench.cluster;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.cluster.AgentOffer;
import io.brokerbench.core.cluster.ClusterProvider;
import io.brokerbench.core.cluster.ClusterSettings;
import io.brokerbench.core.engine.measure.RunException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Waits for work, and does it for one member at a time. It never runs load itself: each run has a
 * worker's JVM, which ends with it, with this process, and when it hears nothing for some seconds.
 *
 * <p>Safe for use by several threads; requests are answered at once, but for the start of a worker.
 */
final class Agent implements ClusterProvider.AgentHandle {

  /** The coordinator that reserved it counts as gone after this silence. */
  static final long SILENCE_NANOS = 3_500_000_000L;

  private static final long WATCH_MILLIS = 200;

  private final AgentOffer offer;
  private final MemberHost machine;
  private final NanoClock clock;
  private final Consumer<String> notes;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "agent-watch");
            thread.setDaemon(true);
            return thread;
          });
  private ClusterNode node;
  private String session = "";
  private String employer = "";
  private long lastHeard;
  private AgentRun run;
  private boolean untrustedReported;
  private boolean closed;

  private Agent(AgentOffer offer, MemberHost machine, NanoClock clock, Consumer<String> notes) {
    this.offer = offer;
    this.machine = machine;
    this.clock = clock;
    this.notes = notes;
  }

  /**
   * Joins a cluster as an agent.
   *
   * @param machine that it says it is on
   * @param clock that it reads the time from
   */
  static Agent serve(
      ClusterSettings settings,
      AgentOffer offer,
      MemberHost machine,
      NanoClock clock,
      Consumer<String> notes)
      throws RunException {
    Agent agent = new Agent(offer, machine, clock, notes);
    agent.node = ClusterNode.join(settings, offer.name(), agent::answer);
    Future<?> unused =
        agent.watch.scheduleWithFixedDelay(
            agent::look, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    return agent;
  }

  @Override
  public String address() {
    return node.address();
  }

  private String answer(String text) {
    Reply reply;
    try {
      reply = answer(MemberMessageCodec.request(text));
    } catch (IllegalArgumentException e) {
      reply = new Reply.Refused("what it was sent is " + e.getMessage());
    }
    return MemberMessageCodec.write(reply);
  }

  private Reply answer(Request request) {
    if (request instanceof Request.Clock) {
      return new Reply.Time(clock.nanoTime());
    }
    if (request instanceof Request.Describe) {
      return describe();
    }
    if (request instanceof Request.Reserve reserve) {
      return reserve(reserve);
    }
    if (request instanceof Request.Heartbeat heartbeat) {
      return isFor(heartbeat.session()) ? new Reply.Done() : refusal();
    }
    if (request instanceof Request.Exchange exchange) {
      return exchange(exchange);
    }
    if (request instanceof Request.Start start) {
      return start(start);
    }
    if (request instanceof Request.End end) {
      return isFor(end.session()) ? end(end.run()) : refusal();
    }
    return release((Request.Release) request);
  }

  private synchronized Reply describe() {
    return new Reply.Description(
        Reply.VERSION,
        offer.version(),
        machine,
        Optional.of(offer),
        session.isEmpty() ? Optional.empty() : Optional.of(employer));
  }

  private synchronized Reply reserve(Request.Reserve reserve) {
    if (closed) {
      return new Reply.Refused("is ending");
    }
    if (!session.isEmpty() && !session.equals(reserve.session())) {
      return new Reply.Reserved(Optional.of(employer));
    }
    if (session.isEmpty()) {
      notes.accept("reserved by " + reserve.by());
    }
    session = reserve.session();
    employer = reserve.by();
    lastHeard = clock.nanoTime();
    return new Reply.Reserved(Optional.empty());
  }

  private synchronized boolean isFor(String other) {
    if (!session.isEmpty() && session.equals(other)) {
      lastHeard = clock.nanoTime();
      return true;
    }
    return false;
  }

  private Reply refusal() {
    return new Reply.Refused(
        "has dropped the run, as it heard nothing of this process for "
            + SILENCE_NANOS / 1e9
            + " s");
  }

  private synchronized Reply start(Request.Start start) {
    if (!isFor(start.session())) {
      return refusal();
    }
    endRun();
    try {
      run = AgentRun.start(start, clock);
      notes.accept("run " + start.run() + " for " + employer);
      return new Reply.Done();
    } catch (IOException e) {
      return new Reply.Refused("could not start a worker: " + e.getMessage());
    }
  }

  private Reply exchange(Request.Exchange exchange) {
    AgentRun current;
    synchronized (this) {
      if (!isFor(exchange.session())) {
        return refusal();
      }
      current = run;
    }
    return current == null || current.number() != exchange.run()
        ? new Reply.Refused("has no run " + exchange.run())
        : current.exchange(exchange);
  }

  private synchronized Reply end(int number) {
    if (run != null && run.number() == number) {
      endRun();
    }
    return new Reply.Done();
  }

  private synchronized Reply release(Request.Release release) {
    if (isFor(release.session())) {
      endRun();
      session = "";
      notes.accept("released by " + employer + "; waiting for work");
    }
    return new Reply.Done();
  }

  private void endRun() {
    if (run != null) {
      run.kill();
      run = null;
    }
  }

  private synchronized void look() {
    if (!untrustedReported && node.untrusted() > 0) {
      untrustedReported = true;
      notes.accept("refused a member that has another secret or certificate");
    }
    if (!session.isEmpty() && clock.nanoTime() - lastHeard > SILENCE_NANOS) {
      boolean hadRun = run != null;
      endRun();
      session = "";
      notes.accept(
          employer + " is gone" + (hadRun ? ": its load is stopped" : "") + "; waiting for work");
    }
  }

  @Override
  public void close() {
    watch.shutdownNow();
    synchronized (this) {
      closed = true;
      endRun();
      session = "";
    }
    node.close();
  }
}
