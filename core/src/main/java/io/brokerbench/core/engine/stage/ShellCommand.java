package io.brokerbench.core.engine.stage;

import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.NanoClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A command of the user's shell that is under way, with a time limit; Ctrl-C does not reach it.
 * What it prints goes to a temporary file, which is deleted when it is over. Belongs to one thread.
 */
final class ShellCommand implements AutoCloseable {

  /**
   * Ctrl-C in the terminal ends the run, and not the command, which may be what undoes a fault: it
   * has a session of its own, or ignores the signal where the system has no {@code setsid}.
   */
  private static final String APART =
      """
      command -v setsid > /dev/null && exec setsid /bin/sh -c "$1"
      trap '' INT
      exec /bin/sh -c "$1"
      """;

  private static final int SHOWN_CHARACTERS = 300;
  private static final int READ_BYTES = 8_192;
  private static final long END_SECONDS = 5;

  private final String title;
  private final Duration limit;
  private final NanoClock clock;
  private final long deadline;
  private final Path output;
  private final Process process;

  private ShellCommand(
      String title, Duration limit, NanoClock clock, Path output, Process process) {
    this.title = title;
    this.limit = limit;
    this.clock = clock;
    this.deadline = clock.nanoTime() + limit.toNanos();
    this.output = output;
    this.process = process;
  }

  /**
   * Starts it, and returns at once.
   *
   * @param title as messages call it, which go into results: the command itself may hold a secret
   * @throws IOException if there is no shell, or no temporary file
   */
  static ShellCommand start(String title, String command, Duration limit, NanoClock clock)
      throws IOException {
    Path output = Files.createTempFile("brokerbench-command", ".txt");
    boolean started = false;
    try {
      Process process =
          new ProcessBuilder("/bin/sh", "-c", APART, "sh", command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      process.getOutputStream().close();
      started = true;
      return new ShellCommand(title, limit, clock, output, process);
    } finally {
      if (!started) {
        Files.deleteIfExists(output);
      }
    }
  }

  /** Whether it has ended, or has taken too long. */
  boolean isOver() {
    return !process.isAlive() || clock.nanoTime() - deadline >= 0;
  }

  /** What was wrong with it, in a line with what it printed last; once it is over. */
  Optional<String> problem() throws IOException {
    if (process.isAlive()) {
      return Optional.of(
          "%s did not end within %s%s".formatted(title, Durations.format(limit), shown()));
    }
    return process.exitValue() == 0
        ? Optional.empty()
        : Optional.of(
            "%s ended with exit code %d%s".formatted(title, process.exitValue(), shown()));
  }

  private String shown() throws IOException {
    List<String> lines =
        new String(end(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.replaceAll("\\p{Cntrl}", " ").strip())
            .filter(line -> !line.isEmpty())
            .toList();
    String text = String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    if (text.isEmpty()) {
      return ", and printed nothing";
    }
    return ": "
        + (text.length() > SHOWN_CHARACTERS
            ? "..." + text.substring(text.length() - SHOWN_CHARACTERS)
            : text);
  }

  /** The last bytes of what it printed, which may be very much. */
  private byte[] end() throws IOException {
    try (SeekableByteChannel printed = Files.newByteChannel(output)) {
      printed.position(Math.max(0, printed.size() - READ_BYTES));
      ByteBuffer bytes = ByteBuffer.allocate(READ_BYTES);
      int read = 0;
      while (bytes.hasRemaining() && read >= 0) {
        read = printed.read(bytes);
      }
      return Arrays.copyOf(bytes.array(), bytes.position());
    }
  }

  /** Ends it with all that it has started, where it runs still. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    try {
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
      Files.deleteIfExists(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      output.toFile().deleteOnExit();
    }
  }
}
