package io.brokerbench.core.base;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Errors that mean that a JVM ran out of memory, whatever wraps them.
 *
 * <p>The JVM throws the same object again when even an error does not fit: what closes after it may
 * then report a failure of its own, which has the error as its cause.
 */
public final class OutOfMemory {

  /** What each message about it contains. */
  public static final String WORDS = "out of memory: ";

  private OutOfMemory() {}

  /** What ran out, such as {@code out of memory: Java heap space}; empty for other errors. */
  public static Optional<String> in(Throwable error) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>(List.of(error));
    while (!open.isEmpty()) {
      Throwable next = open.pop();
      if (next instanceof OutOfMemoryError) {
        return Optional.of(WORDS + next.getMessage());
      }
      if (seen.add(next)) {
        open.addAll(List.of(next.getSuppressed()));
        Optional.ofNullable(next.getCause()).ifPresent(open::push);
      }
    }
    return Optional.empty();
  }

  /** The error in words: {@link #in}, else as it describes itself. */
  public static String orText(Throwable error) {
    return in(error).orElseGet(error::toString);
  }

  /** Whether a message says that a JVM ran out of memory. */
  public static boolean isSaidBy(String message) {
    return message != null && message.contains(WORDS);
  }
}
