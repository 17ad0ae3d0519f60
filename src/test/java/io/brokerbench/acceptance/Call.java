package io.brokerbench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A call of the tool that is under way. Closing it ends the process. */
final class Call implements AutoCloseable {

  /** Longer than the longest drain of a test's run, and a build. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Process process;
  private final long start = System.nanoTime();
  private final List<Line> err = new CopyOnWriteArrayList<>();
  private final Queue<String> out = new ConcurrentLinkedQueue<>();
  private final List<Thread> readers;

  /**
   * A line of standard error.
   *
   * @param after time since the call
   * @param text of it
   */
  record Line(Duration after, String text) {}

  Call(Process process, Consumer<Line> listener) {
    this.process = process;
    this.readers =
        List.of(
            reader(
                process.errorReader(StandardCharsets.UTF_8),
                text -> {
                  Line line = new Line(Duration.ofNanos(System.nanoTime() - start), text);
                  listener.accept(line);
                  err.add(line);
                }),
            reader(process.inputReader(StandardCharsets.UTF_8), out::add));
  }

  /** The launch script becomes the tool's JVM, so its pid is that of the tool. */
  long pid() {
    return process.pid();
  }

  /** Its process. */
  Process process() {
    return process;
  }

  /** What it has said so far. */
  Outcome soFar() {
    return new Outcome(-1, text(), List.copyOf(err));
  }

  /** Waits for a line of standard error that begins like this. */
  Outcome awaitLine(String label) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> soFar().line(label).isPresent() || !process.isAlive());
    assertThat(soFar().line(label)).as("the line '%s' in %s", label, soFar()).isPresent();
    return soFar();
  }

  /** Waits until this much time has passed since such a line. */
  Outcome awaitAfterLine(String label, Duration time) {
    Duration due = awaitLine(label).line(label).orElseThrow().after().plus(time);
    await()
        .atMost(LIMIT)
        .until(() -> System.nanoTime() - start > due.toNanos() || !process.isAlive());
    return soFar();
  }

  /** Sends a signal, such as {@code INT}. */
  void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(pid())).inheritIO().start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether it was started with SIGINT ignored, as a background job of a script is. */
  boolean ignoresInterrupts() {
    return ignores(2);
  }

  /** Whether it was started with SIGHUP ignored, as under nohup. */
  boolean ignoresHangUp() {
    return ignores(1);
  }

  private boolean ignores(int signal) {
    long bit = 1L << (signal - 1);
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid()), "status")).stream()
          .filter(line -> line.startsWith("SigIgn:"))
          .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & bit) != 0);
    } catch (IOException e) {
      return false;
    }
  }

  /** Kills it with SIGKILL. */
  void kill() {
    process.destroyForcibly();
  }

  /** Waits for its end. */
  Outcome end() {
    return end(LIMIT);
  }

  /** Waits for its end, for so long at most. */
  Outcome end(Duration limit) {
    try {
      assertThat(process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS))
          .as("it ended within %s: %s", limit, soFar())
          .isTrue();
      for (Thread reader : readers) {
        reader.join(5_000);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return new Outcome(process.exitValue(), text(), List.copyOf(err));
  }

  private String text() {
    return out.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      process.destroyForcibly();
    }
  }

  private static Thread reader(BufferedReader lines, Consumer<String> consumer) {
    Thread thread = new Thread(() -> lines.lines().forEach(consumer), "tool-output");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
