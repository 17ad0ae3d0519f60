package io.brokerbench.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines on their way to another member, in parts that are small enough for a call over a slow link.
 * Parts are numbered from 0, and given again until the other side says that it has them. For one
 * thread at a time.
 */
final class LineOutbox {

  /** Most characters of a part: a longer line is in several, of which the last one ends it. */
  static final int PART_CHARACTERS = 1 << 16;

  /**
   * Most characters in one call, but for one part. A call is given two seconds, and a character of
   * ASCII that is JSON in JSON is two bytes at most: a link that carries a megabit in a second for
   * each member that is called is fast enough.
   */
  static final int CALL_CHARACTERS = PART_CHARACTERS;

  /** Ends the last part of a line; no line holds one. */
  static final char END = '\n';

  private final ArrayDeque<String> parts = new ArrayDeque<>();
  private long first;

  /** Adds a line, which holds no line break. */
  void add(String line) {
    int from = 0;
    while (line.length() - from >= PART_CHARACTERS) {
      int to = from + PART_CHARACTERS;
      if (Character.isHighSurrogate(line.charAt(to - 1))) {
        to--; // half a character cannot be written as UTF-8
      }
      parts.add(line.substring(from, to));
      from = to;
    }
    parts.add(line.substring(from) + END);
  }

  /**
   * The other side has all parts below this number.
   *
   * @return whether that was not known
   */
  boolean confirm(long have) {
    long before = first;
    while (first < have && !parts.isEmpty()) {
      parts.poll();
      first++;
    }
    return first > before;
  }

  /** Number of the first part that {@link #forOneCall} gives. */
  long first() {
    return first;
  }

  /** As many parts as a call carries, in their order. */
  List<String> forOneCall() {
    List<String> next = new ArrayList<>();
    int characters = 0;
    for (String part : parts) {
      characters += part.length();
      if (!next.isEmpty() && characters > CALL_CHARACTERS) {
        break;
      }
      next.add(part);
    }
    return next;
  }

  /** How many parts the other side has not confirmed. */
  int size() {
    return parts.size();
  }
}
