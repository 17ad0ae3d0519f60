package io.brokerbench.core.base;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a process printed before it ended, and which line of it says why. */
public final class LastWords {

  /** What launchers of ours print before they end. */
  private static final String FAILED = "FAILED ";

  /** Of a program that sums up; what its supervisors log after that has the word in it too. */
  private static final String ERROR_LINE = "ERROR: ";

  private static final String NO_VM = "Error occurred during initialization of VM";
  private static final String NO_FILES = "Too many open files";
  private static final String PORT_TAKEN = "Address already in use";

  /** Erlang prints the code of that error alone, deep in a term. */
  private static final Pattern ERLANG_PORT_TAKEN = Pattern.compile("\\beaddrinuse\\b");

  private static final List<Pattern> OF_A_JVM =
      List.of(
          Pattern.compile("Terminating due to java\\.lang\\.OutOfMemoryError: (?<why>.+)"),
          Pattern.compile("java\\.lang\\.OutOfMemoryError: (?<why>.+)"),
          Pattern.compile("# There is (?<why>insufficient memory for the Java Runtime .+)"));

  private static final Pattern ERROR = Pattern.compile("\\berror\\b.*", Pattern.CASE_INSENSITIVE);
  private static final Pattern FRAME = Pattern.compile("\\s+at .+\\)|\\s*\\.\\.\\. \\d+ more");

  private LastWords() {}

  /**
   * The line that best says why the process ended; empty if it printed none.
   *
   * @param lines the last that it printed
   */
  public static Optional<String> reason(List<String> lines) {
    List<String> said =
        lines.stream().filter(l -> !l.isBlank() && !FRAME.matcher(l).matches()).toList();
    return lastOf(said, line -> line.startsWith(FAILED) ? line.substring(FAILED.length()) : null)
        .or(() -> lastOf(said, line -> line.contains(NO_FILES) ? NO_FILES : null))
        .or(() -> lastOf(said, LastWords::memory))
        .or(() -> lastOf(said, l -> ERLANG_PORT_TAKEN.matcher(l).find() ? PORT_TAKEN : null))
        .or(() -> afterNoVm(said))
        .or(() -> lastOf(said, line -> line.startsWith(ERROR_LINE) ? line : null))
        .or(() -> lastOf(said, LastWords::error))
        .or(() -> lastOf(said, line -> line))
        .map(String::strip);
  }

  private static String memory(String line) {
    for (Pattern pattern : OF_A_JVM) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.find()) {
        return OutOfMemory.WORDS + matcher.group("why");
      }
    }
    return null;
  }

  /** A JVM that does not start says why in the next line. */
  private static Optional<String> afterNoVm(List<String> lines) {
    int at = lines.indexOf(NO_VM);
    return at < 0 || at + 1 == lines.size()
        ? Optional.empty()
        : Optional.of("the JVM does not start: " + lines.get(at + 1));
  }

  private static String error(String line) {
    if (!line.toLowerCase(Locale.ROOT).contains("error")) {
      return null;
    }
    Matcher matcher = ERROR.matcher(line);
    return matcher.find() ? matcher.group() : null;
  }

  private static Optional<String> lastOf(List<String> lines, UnaryOperator<String> part) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      String found = part.apply(lines.get(i));
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }
}
