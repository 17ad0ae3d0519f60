package io.brokerbench.core.engine.worker.pipe;

import io.brokerbench.core.base.LastWords;
import io.brokerbench.core.base.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lines to and from a child process, over its standard streams. */
public final class ProcessPipe implements WorkerPipe {

  private static final Logger LOG = LoggerFactory.getLogger(ProcessPipe.class);
  private static final long END_SECONDS = 2;
  private static final int ERRORS_KEPT = 50;

  private final String title;
  private final Process process;
  private final NanoClock clock;
  private final ExecutorService writer;
  private final List<Thread> readers = new ArrayList<>();
  private final Deque<String> lastErrors = new ArrayDeque<>();
  private volatile boolean closing;

  /**
   * A pipe to a process that has just been started.
   *
   * @param name such as {@code worker 2 of 3}
   */
  public ProcessPipe(String name, Process process, NanoClock clock) {
    this.title = name + " (pid " + process.pid() + ")";
    this.process = process;
    this.clock = clock;
    this.writer = Executors.newSingleThreadExecutor(task -> thread("commands", task));
  }

  private Thread thread(String purpose, Runnable task) {
    Thread thread = new Thread(task, title + " " + purpose);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public void open(Listener listener) {
    readers.add(thread("answers", () -> readAnswers(listener)));
    readers.add(thread("errors", this::readErrors));
    readers.forEach(Thread::start);
  }

  @Override
  public void send(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      writer.execute(() -> write(bytes));
    } catch (RejectedExecutionException e) {
      LOG.debug("{} accepts no commands any more", title, e);
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

  private void readAnswers(Listener listener) {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        listener.onLine(line);
      }
    } catch (IOException e) {
      LOG.debug("{} cannot be read", title, e);
    }
    if (!closing) {
      listener.onEnd("ended during the run" + howItEnded());
    }
  }

  private String howItEnded() {
    try {
      String how =
          process.waitFor(END_SECONDS, TimeUnit.SECONDS)
              ? " (exit code " + process.exitValue() + ")"
              : " (it closed its output)";
      return how + reason();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private String reason() {
    synchronized (lastErrors) {
      return LastWords.reason(List.copyOf(lastErrors)).map(line -> ": \"" + line + "\"").orElse("");
    }
  }

  private void keep(String line) {
    synchronized (lastErrors) {
      lastErrors.add(line);
      if (lastErrors.size() > ERRORS_KEPT) {
        lastErrors.remove();
      }
    }
  }

  /** What it or its JVM logs goes to our own log. */
  private void readErrors() {
    try (BufferedReader reader = process.errorReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        keep(line);
        LOG.warn("{}: {}", title, line.strip());
      }
    } catch (IOException e) {
      LOG.debug("{} cannot be read", title, e);
    }
  }

  @Override
  public void requestClose() {
    closing = true;
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
      LOG.debug("{} accepts no input any more", title, e);
    }
  }

  @Override
  public void awaitEnd(long deadlineNanos) {
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
