package io.brokerbench.cluster;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.worker.WorkerProcess;
import io.brokerbench.core.engine.worker.pipe.ProcessPipe;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A worker that an agent has started, and the lines that go to it and come from it. Safe for use by
 * several threads.
 */
final class AgentRun implements WorkerPipe.Listener {

  /** For how long the worker may hear nothing: whoever hears more often passes it on. */
  static final Duration SILENCE_LIMIT = Duration.ofSeconds(4);

  private static final long ALIVE_NANOS = 500_000_000L;

  /** {@code WorkerCommand.Alive} of the core, which this module sees as a line only. */
  private static final String ALIVE = "{\"type\":\"alive\"}";

  private final int number;
  private final NanoClock clock;
  private final WorkerPipe worker;
  private final LineOutbox outbox = new LineOutbox();
  private final LineInbox inbox = new LineInbox();
  private long lastAlive;
  private boolean closing;
  private Optional<String> ended = Optional.empty();

  private AgentRun(int number, WorkerPipe worker, NanoClock clock) {
    this.number = number;
    this.worker = worker;
    this.clock = clock;
  }

  /**
   * Starts the worker's JVM.
   *
   * @throws IOException if it cannot be started
   */
  static AgentRun start(Request.Start start, NanoClock clock) throws IOException {
    Process process =
        WorkerProcess.start(
            start.heapBytes(),
            List.of(Long.toString(start.aheadNanos()), Long.toString(SILENCE_LIMIT.toNanos())));
    AgentRun run =
        new AgentRun(start.run(), new ProcessPipe("worker " + start.run(), process, clock), clock);
    run.worker.open(run);
    return run;
  }

  int number() {
    return number;
  }

  @Override
  public synchronized void onLine(String line) {
    outbox.add(line);
  }

  @Override
  public synchronized void onEnd(String how) {
    ended = Optional.of(how);
  }

  /** Passes lines on in both directions, each once. */
  synchronized Reply.Lines exchange(Request.Exchange exchange) {
    inbox.take(exchange.first(), exchange.parts()).forEach(worker::send);
    keepAlive();
    if (exchange.close() && !closing) {
      closing = true;
      worker.requestClose();
      Thread waiting = new Thread(this::awaitEnd, "worker-end");
      waiting.setDaemon(true);
      waiting.start();
    }
    outbox.confirm(exchange.have());
    List<String> parts = outbox.forOneCall();
    return new Reply.Lines(
        outbox.first(), parts, parts.size() < outbox.size(), inbox.have(), ended);
  }

  private void keepAlive() {
    long now = clock.nanoTime();
    if (!closing && now - lastAlive > ALIVE_NANOS) {
      lastAlive = now;
      worker.send(ALIVE);
    }
  }

  private void awaitEnd() {
    worker.awaitEnd(clock.nanoTime() + Duration.ofSeconds(12).toNanos());
    synchronized (this) {
      ended = ended.or(() -> Optional.of("ended as asked"));
    }
  }

  /** Ends the worker at once. */
  void kill() {
    synchronized (this) {
      closing = true;
    }
    worker.requestClose();
    worker.awaitEnd(clock.nanoTime());
  }
}
