package io.brokerbench.containers.process;

import io.brokerbench.core.base.LastWords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process has printed, in the file that it prints to. A file that is not there has no lines.
 *
 * @param file read again with each call
 * @param kept whether the file stays when the broker has ended, so that messages may point to it
 * @param from where the process's own words begin: what is before is of an earlier one
 */
public record ProcessLog(Path file, boolean kept, long from) {

  private static final int HEAD_BYTES = 1 << 20;
  private static final int TAIL_BYTES = 1 << 16;
  private static final int END_LINES = 200;

  /** Of a process that is the first to print to it. */
  public ProcessLog(Path file, boolean kept) {
    this(file, kept, 0);
  }

  /** The same for a process that is started now, which prints behind what there is. */
  ProcessLog continued() throws IOException {
    return new ProcessLog(file, kept, Files.exists(file) ? Files.size(file) : 0);
  }

  /** The first match in its first megabyte, the last line only if it is complete. */
  public Optional<Matcher> find(Pattern pattern) throws IOException {
    Matcher matcher = pattern.matcher(head());
    return matcher.find() ? Optional.of(matcher) : Optional.empty();
  }

  private String head() throws IOException {
    String head = read(false, HEAD_BYTES);
    return head.substring(0, head.lastIndexOf('\n') + 1);
  }

  /** The last lines, fewer if they are long. */
  public List<String> tail(int lines) {
    try {
      List<String> all = read(true, TAIL_BYTES).lines().toList();
      return all.subList(Math.max(0, all.size() - lines), all.size());
    } catch (IOException e) {
      return List.of("(log not readable: " + e.getMessage() + ")");
    }
  }

  /**
   * Whether one of its last lines contains a text, whatever its case.
   *
   * @param text in small letters
   */
  boolean mentions(String text) {
    return tail(END_LINES).stream().anyMatch(line -> line.toLowerCase(Locale.ROOT).contains(text));
  }

  /** The last lines that it printed. */
  public List<String> lastLines() {
    return tail(END_LINES).stream().filter(line -> !line.isBlank()).toList();
  }

  /**
   * The line that best says why it ended, quoted, and where the rest is: {@code "Error: Address
   * already in use" (log: results/broker.log)}.
   */
  public String reason() {
    String reason =
        LastWords.reason(tail(END_LINES))
            .map(line -> "\"" + line + "\"")
            .orElse("it printed nothing");
    return kept ? reason + " (log: " + file + ")" : reason;
  }

  private String read(boolean end, int limit) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      long size = channel.size();
      channel.position(end ? Math.max(from, size - limit) : from);
      ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(0, Math.min(limit, size - from)));
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // until full, or the file is shorter than it was
      }
      return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
