package io.brokerbench.cluster;

import java.util.ArrayList;
import java.util.List;

/** Puts the parts of a {@link LineOutbox} together again, each once. For one thread at a time. */
final class LineInbox {

  private final StringBuilder line = new StringBuilder();
  private long have;

  /**
   * Takes parts, of which some may have come before.
   *
   * @param first number of the first of them
   * @return the lines that are whole now
   */
  List<String> take(long first, List<String> parts) {
    List<String> lines = new ArrayList<>();
    long number = first;
    for (String part : parts) {
      if (number++ == have) {
        have++;
        append(part, lines);
      }
    }
    return lines;
  }

  private void append(String part, List<String> lines) {
    int last = part.length() - 1;
    if (last >= 0 && part.charAt(last) == LineOutbox.END) {
      lines.add(line.append(part, 0, last).toString());
      line.setLength(0);
      line.trimToSize();
    } else {
      line.append(part);
    }
  }

  /** How many parts have come. */
  long have() {
    return have;
  }
}
