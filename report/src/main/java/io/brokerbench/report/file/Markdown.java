package io.brokerbench.report.file;

import java.util.List;

/** What texts in Markdown have in common. */
final class Markdown {

  private Markdown() {}

  /** A text in which nothing is a sign of Markdown. */
  static String escaped(String text) {
    return text.replaceAll("([\\\\`*_<>|\\[\\]#])", "\\\\$1");
  }

  /** A row of a table, of cells that are escaped. */
  static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }
}
