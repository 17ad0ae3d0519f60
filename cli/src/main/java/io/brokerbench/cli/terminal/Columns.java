package io.brokerbench.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How wide a terminal is. */
final class Columns {

  /** Where there is no terminal that says. */
  static final int USUAL = 80;

  private static final int LEAST = 20;
  private static final int MOST = 1000;
  private static final long PATIENCE_MILLIS = 500;
  private static final Pattern SIZE = Pattern.compile("\\d+ (\\d+)\\s*");

  private Columns() {}

  /**
   * The width: that of the variable {@code COLUMNS}, else that of the terminal, else 80.
   *
   * @param terminal whether there is one
   */
  static int of(Map<String, String> environment, boolean terminal) {
    String given = environment.getOrDefault("COLUMNS", "");
    if (given.matches("\\d{1,4}")) {
      return within(Integer.parseInt(given));
    }
    return terminal ? ofTerminal() : USUAL;
  }

  private static int ofTerminal() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      if (!stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        stty.destroy();
        return USUAL;
      }
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher parts = SIZE.matcher(size);
      return parts.matches() ? within(Integer.parseInt(parts.group(1))) : USUAL;
    } catch (IOException e) {
      return USUAL; // no stty, or no terminal of this process
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL;
    }
  }

  private static int within(int columns) {
    return columns < LEAST ? USUAL : Math.min(columns, MOST);
  }
}
