package io.brokerbench.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lines of at most 80 columns, broken between words, but not between a number and its unit, nor in
 * {@code QoS 1}.
 */
public final class Paragraph {

  /** Width of a line. */
  public static final int COLUMNS = 80;

  /** A label, with the room that all labels have. */
  public static final String LABEL = "%-12s";

  private static final int LEAST_TEXT = 24;
  private static final String BELOW = "    ";
  private static final Pattern BREAK = Pattern.compile("(?<!\\d|QoS|MQTT) ");

  private Paragraph() {}

  /** A text behind a label that has the room that all labels have. */
  public static List<String> labelled(String label, String text) {
    return of(LABEL.formatted(label), text);
  }

  /**
   * A text behind a label; its further lines start below the first one's text. Where little room is
   * left beside the label, all of the text is below it.
   *
   * @param label with the space that follows it
   * @param text words; a word that is longer than a line has one to itself
   */
  public static List<String> of(String label, String text) {
    return of(label, text, COLUMNS);
  }

  /** The same in lines of another width. */
  public static List<String> of(String label, String text, int columns) {
    List<String> lines = new ArrayList<>();
    if (label.length() > BELOW.length() && columns - label.length() < LEAST_TEXT) {
      if (!label.isBlank()) {
        lines.add(label.stripTrailing());
      }
      lines.addAll(of(BELOW, text, columns));
      return lines;
    }
    String indent = " ".repeat(label.length());
    StringBuilder line = new StringBuilder(label);
    boolean empty = true;
    for (String word : BREAK.split(text, -1)) {
      if (!empty && line.length() + 1 + word.length() > columns) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
        line.append(indent);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }
}
