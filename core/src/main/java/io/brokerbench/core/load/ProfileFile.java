package io.brokerbench.core.load;

import io.brokerbench.core.base.DefinitionException;
import io.brokerbench.core.base.Durations;
import io.brokerbench.core.base.TextFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of a profile's file: comma-separated values with the header {@code time,rate}. A time is
 * a clock time from the start ({@code 6:30}, {@code 06:30:15}), a duration with a unit ({@code
 * 90s}) or a number of seconds. Empty lines and lines that begin with {@code #} are left out.
 */
public final class ProfileFile {

  private static final int MAX_BYTES = 4 << 20;
  private static final String HEADER = "time,rate";
  private static final Pattern CLOCK =
      Pattern.compile("([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))?");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,9})?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,12}(?:\\.[0-9]{1,12})?");

  private final String name;
  private final List<ProfilePoint> points = new ArrayList<>();
  private boolean headed;

  private ProfileFile(String name) {
    this.name = name;
  }

  /**
   * Reads a file.
   *
   * @param name of the file
   * @param folder that a relative name is looked for in; absent for the working directory
   * @throws DefinitionException if it cannot be read, or a row is wrong; the message names file,
   *     line and column
   */
  public static List<ProfilePoint> read(String name, Optional<Path> folder) {
    try {
      Path file = folder.map(in -> in.resolve(name)).orElseGet(() -> Path.of(name));
      return parse(text(file), file.toString());
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new DefinitionException("profile " + name + ": no such file", e);
    } catch (IOException e) {
      throw new DefinitionException("profile " + name + ": " + TextFile.reason(e), e);
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return TextFile.read(file, MAX_BYTES);
    } catch (CharacterCodingException e) {
      throw new DefinitionException(TextFile.placeNotUtf8(file) + ": its text is not UTF-8", e);
    }
  }

  /**
   * Reads the text of a file.
   *
   * @param name of the file, for messages
   */
  static List<ProfilePoint> parse(String text, String name) {
    ProfileFile file = new ProfileFile(name);
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
        file.line(i + 1, line);
      }
    }
    if (file.points.isEmpty()) {
      throw new DefinitionException(
          name + ": no rows; a profile has the header time,rate and a row for each change");
    }
    return List.copyOf(file.points);
  }

  private void line(int number, String line) {
    if (!headed) {
      if (!line.replace(" ", "").equalsIgnoreCase(HEADER)) {
        throw wrong(number, 1, "the header", line.strip(), "time,rate");
      }
      headed = true;
      return;
    }
    int comma = line.indexOf(',');
    if (comma < 0 || line.indexOf(',', comma + 1) >= 0) {
      throw wrong(number, 1, "the row", line.strip(), "a time and a rate, with a comma between");
    }
    Duration at = time(number, line.substring(0, comma).strip());
    int column = comma + 2;
    String rate = line.substring(comma + 1).strip();
    if (!NUMBER.matcher(rate).matches()) {
      throw wrong(number, column, "rate", rate, "a number of messages per second, 0 or more");
    }
    try {
      points.add(new ProfilePoint(at, Double.parseDouble(rate)));
    } catch (DefinitionException e) {
      boolean ofTime = e.field().filter("time"::equals).isPresent();
      throw new DefinitionException(place(number, ofTime ? 1 : column) + e.getMessage());
    }
    if (points.size() > ProfileLoad.MAX_POINTS) {
      throw wrong(
          number, 1, "the row", line.strip(), "at most " + ProfileLoad.MAX_POINTS + " rows");
    }
  }

  private Duration time(int number, String text) {
    Duration before = points.isEmpty() ? null : points.get(points.size() - 1).at();
    Duration at = duration(number, text);
    if (before == null && !at.isZero()) {
      throw wrong(number, 1, "time", text, "0 in the first row");
    }
    if (before != null && at.compareTo(before) <= 0) {
      throw wrong(number, 1, "time", text, "after that of the row before, " + format(before));
    }
    return at;
  }

  private static String format(Duration time) {
    return Durations.format(time);
  }

  private Duration duration(int number, String text) {
    Matcher clock = CLOCK.matcher(text);
    if (clock.matches()) {
      long seconds = clock.group(3) == null ? 0 : Long.parseLong(clock.group(3));
      return Duration.ofHours(Long.parseLong(clock.group(1)))
          .plusMinutes(Long.parseLong(clock.group(2)))
          .plusSeconds(seconds);
    }
    try {
      return Durations.parse(SECONDS.matcher(text).matches() ? text + "s" : text);
    } catch (DefinitionException e) {
      throw wrong(
          number, 1, "time", text, "a clock time such as 6:30, a duration such as 90s, or seconds");
    }
  }

  private String place(int line, int column) {
    return "%s:%d:%d: ".formatted(name, line, column);
  }

  private DefinitionException wrong(int line, int column, String what, String value, String right) {
    return new DefinitionException(
        place(line, column) + what + " " + (value.isEmpty() ? "is empty" : value) + ": " + right);
  }
}
