package io.brokerbench.core.engine.worker;

import io.brokerbench.core.base.NanoClock;
import io.brokerbench.core.engine.measure.RunException;
import io.brokerbench.core.engine.worker.pipe.WorkerPipe;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The near end of a worker in another JVM: the commands to it and the answers from it.
 *
 * <p>A worker that ends, says nothing for long or says what cannot be understood has failed; the
 * first reason is kept, in a line that names the worker. Methods are for one thread.
 */
final class WorkerLink implements WorkerPipe.Listener {

  /** Ticks come fifty times a second; a machine may be busy, but not for so long. */
  static final long SILENCE_NANOS = 10_000_000_000L;

  /** The rig looks every few milliseconds; a longer time is none in which a worker was silent. */
  private static final long STOPPED_NANOS = 1_000_000_000L;

  private static final int MOST_QUOTED = 80;

  private final WorkerPipe pipe;
  private final NanoClock clock;
  private final long silenceNanos;
  private final Queue<WorkerAnswer.Tick> ticks = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<WorkerAnswer> answers = new LinkedBlockingQueue<>();
  private final AtomicReference<RunException> failure = new AtomicReference<>();
  private volatile long lastTickNanos;
  private volatile long lastPartNanos;
  private volatile boolean ticking;
  private long lastLookNanos;

  /** A link to a worker that has just been started, and is given ten seconds of silence. */
  WorkerLink(WorkerPipe pipe, NanoClock clock) {
    this(pipe, clock, SILENCE_NANOS);
  }

  /** The same with another length of silence for which it may say nothing. */
  WorkerLink(WorkerPipe pipe, NanoClock clock, long silenceNanos) {
    this.pipe = pipe;
    this.clock = clock;
    this.silenceNanos = silenceNanos;
    pipe.open(this);
  }

  long pid() {
    return pipe.pid();
  }

  /** As people read it: {@code worker 2 of 3 (pid 4711)}. */
  String title() {
    return pipe.title();
  }

  /** Sends a command, without waiting for it to be taken. */
  void send(WorkerCommand command) {
    sendLine(WorkerLines.write(command));
  }

  /** The same for a command that is a line already, as one may be long and for many workers. */
  void sendLine(String command) {
    pipe.send(command);
  }

  /**
   * Waits for the answer to the oldest command that has one. An answer that takes long to cross is
   * waited for while parts of it come.
   *
   * @throws RunException if the worker has failed, or does not answer in time
   */
  <A extends WorkerAnswer> A await(Class<A> type, long seconds)
      throws RunException, InterruptedException {
    long limit = TimeUnit.SECONDS.toNanos(seconds);
    lastPartNanos = clock.nanoTime();
    while (clock.nanoTime() - lastPartNanos < limit) {
      WorkerAnswer answer = answers.poll(10, TimeUnit.MILLISECONDS);
      if (type.isInstance(answer)) {
        return type.cast(answer);
      }
      if (answer != null) {
        fail("answered what was not asked: " + answer.getClass().getSimpleName(), null);
      }
      if (failure().isPresent()) {
        throw failure.get();
      }
    }
    fail("did not answer within " + seconds + " s", null);
    throw failure.get();
  }

  /** The ticks that have come since this was last called, in their order. */
  List<WorkerAnswer.Tick> takeTicks() {
    List<WorkerAnswer.Tick> taken = new ArrayList<>();
    for (WorkerAnswer.Tick tick = ticks.poll(); tick != null; tick = ticks.poll()) {
      taken.add(tick);
    }
    return taken;
  }

  /** Why it cannot go on; empty while it can. To be asked often. */
  Optional<RunException> failure() {
    long now = clock.nanoTime();
    if (now - lastLookNanos > STOPPED_NANOS) {
      lastTickNanos = now; // it was we who were stopped, and its ticks wait to be read
    }
    lastLookNanos = now;
    if (ticking && failure.get() == null && now - lastTickNanos > silenceNanos) {
      fail("has said nothing for " + silenceNanos / 1_000_000_000L + " s", null);
    }
    return Optional.ofNullable(failure.get());
  }

  private void fail(String what, Throwable cause) {
    failure.compareAndSet(null, new RunException(title() + " " + what, cause));
  }

  @Override
  public void onEnd(String how) {
    fail(how, null);
  }

  @Override
  public void onPart() {
    lastPartNanos = clock.nanoTime();
    lastTickNanos = lastPartNanos;
  }

  @Override
  public void onLine(String line) {
    WorkerAnswer answer;
    try {
      answer = WorkerLines.answer(line);
    } catch (IOException e) {
      String quoted = line.length() > MOST_QUOTED ? line.substring(0, MOST_QUOTED) + "..." : line;
      fail("said what cannot be understood: \"" + quoted + "\"", e);
      return;
    }
    if (answer instanceof WorkerAnswer.Tick tick) {
      lastTickNanos = clock.nanoTime();
      ticking = true;
      ticks.add(tick);
    } else if (answer instanceof WorkerAnswer.Failed failed) {
      fail("failed: " + failed.message(), null);
    } else {
      answers.add(answer);
    }
  }

  /** Asks it to end in an orderly way, without waiting. */
  void requestClose() {
    send(new WorkerCommand.Close());
    pipe.requestClose();
  }

  /** Waits until it has ended, and ends it by force after a time. */
  void awaitEnd(long deadlineNanos) {
    pipe.awaitEnd(deadlineNanos);
  }
}
