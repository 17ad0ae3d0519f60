package io.brokerbench.core.engine;

import io.brokerbench.core.measure.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The near end of a forked worker: its process, the commands to it and the answers from it.
 *
 * <p>A worker that ends, says nothing for long or says what can't be understood has failed; the
 * first reason is kept, in a line that names the worker. Methods are for one thread.
 */
final class WorkerLink {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerLink.class);

  /** Ticks come fifty times a second; a machine may be busy, but not for so long. */
  private static final long SILENCE_NANOS = 10_000_000_000L;

  /** The rig looks every few milliseconds; a longer time is none in which a worker was silent. */
  private static final long STOPPED_NANOS = 1_000_000_000L;

  private static final long END_SECONDS = 2;
  private static final int MOST_QUOTED = 80;

  private final String title;
  private final Process process;
  private final NanoClock clock;
  private final ExecutorService writer;
  private final Queue<WorkerAnswer.Tick> ticks = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<WorkerAnswer> answers = new LinkedBlockingQueue<>();
  private final AtomicReference<RunException> failure = new AtomicReference<>();
  private final List<Thread> readers = new ArrayList<>();
  private volatile String lastError = "";
  private volatile long lastTickNanos;
  private volatile boolean ticking;
  private long lastLookNanos;
  private volatile boolean closing;

  /**
   * A link to a process that has just been started.
   *
   * @param name such as {@code worker 2 of 3}
   */
  WorkerLink(String name, Process process, NanoClock clock) {
    this.title = name + " (pid " + process.pid() + ")";
    this.process = process;
    this.clock = clock;
    this.writer = Executors.newSingleThreadExecutor(task -> thread("commands", task));
    readers.add(thread("answers", this::readAnswers));
    readers.add(thread("errors", this::readErrors));
    readers.forEach(Thread::start);
  }

  private Thread thread(String purpose, Runnable task) {
    Thread thread = new Thread(task, title + " " + purpose);
    thread.setDaemon(true);
    return thread;
  }

  long pid() {
    return process.pid();
  }

  /** As people read it: {@code worker 2 of 3 (pid 4711)}. */
  String title() {
    return title;
  }

  /** Sends a command, without waiting for it to be taken. */
  void send(WorkerCommand command) {
    byte[] line = (WorkerLines.write(command) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      writer.execute(() -> write(line));
    } catch (RejectedExecutionException e) {
      fail("takes no commands any more", e);
    }
  }

  private void write(byte[] line) {
    try {
      OutputStream out = process.getOutputStream();
      out.write(line);
      out.flush();
    } catch (IOException e) {
      // It has ended or is about to: the end of its answers says so, with the exit code.
      LOG.debug("{} took no command", title, e);
    }
  }

  /**
   * Waits for the answer to the oldest command that has one.
   *
   * @throws RunException if the worker has failed, or doesn't answer in time
   */
  <A extends WorkerAnswer> A await(Class<A> type, long seconds)
      throws RunException, InterruptedException {
    long deadline = clock.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (clock.nanoTime() - deadline < 0) {
      WorkerAnswer answer = answers.poll(10, TimeUnit.MILLISECONDS);
      if (type.isInstance(answer)) {
        return type.cast(answer);
      }
      if (answer != null) {
        fail("answered what wasn't asked: " + answer.getClass().getSimpleName(), null);
      }
      if (failure.get() != null) {
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

  /** Why it can't go on; empty while it can. To be asked often. */
  Optional<RunException> failure() {
    long now = clock.nanoTime();
    if (now - lastLookNanos > STOPPED_NANOS) {
      lastTickNanos = now; // it was we who were stopped, and its ticks wait to be read
    }
    lastLookNanos = now;
    if (ticking && failure.get() == null && now - lastTickNanos > SILENCE_NANOS) {
      fail("has said nothing for " + SILENCE_NANOS / 1_000_000_000L + " s", null);
    }
    return Optional.ofNullable(failure.get());
  }

  private void fail(String what, Throwable cause) {
    failure.compareAndSet(null, new RunException(title + " " + what, cause));
  }

  private void readAnswers() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      LOG.debug("{} can't be read", title, e);
    }
    if (!closing) {
      fail("ended in mid-run" + howItEnded(), null);
    }
  }

  private void take(String line) {
    WorkerAnswer answer;
    try {
      answer = WorkerLines.answer(line);
    } catch (IOException e) {
      String quoted = line.length() > MOST_QUOTED ? line.substring(0, MOST_QUOTED) + "..." : line;
      fail("said what can't be understood: \"" + quoted + "\"", e);
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

  private String howItEnded() {
    try {
      String reason = lastError.isEmpty() ? "" : ": \"" + lastError + "\"";
      return process.waitFor(END_SECONDS, TimeUnit.SECONDS)
          ? " (exit code " + process.exitValue() + ")" + reason
          : " (it closed its output)" + reason;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** What it logs, or its JVM complains of, is told as our own log. */
  private void readErrors() {
    try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lastError = line.strip();
        LOG.warn("{}: {}", title, lastError);
      }
    } catch (IOException e) {
      LOG.debug("{} can't be read", title, e);
    }
  }

  /** Lets it end in order, without waiting. */
  void requestClose() {
    closing = true;
    send(new WorkerCommand.Close());
    try {
      writer.execute(this::closeInput);
    } catch (RejectedExecutionException e) {
      closeInput();
    }
    writer.shutdown();
  }

  private void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      LOG.debug("{} takes no input any more", title, e);
    }
  }

  /** Waits until it has ended, and ends it by force after a time. */
  void awaitEnd(long deadlineNanos) {
    boolean interrupted = Thread.interrupted();
    try {
      long left = interrupted ? 0 : Math.max(0, deadlineNanos - clock.nanoTime());
      if (!process.waitFor(left, TimeUnit.NANOSECONDS)) {
        process.destroyForcibly().waitFor();
      }
      for (Thread reader : readers) {
        reader.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
      }
    } catch (InterruptedException e) {
      interrupted = true;
      process.destroyForcibly();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
