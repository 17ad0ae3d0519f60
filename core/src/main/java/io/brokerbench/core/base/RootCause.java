package io.brokerbench.core.base;

/** The innermost cause of a failure: libraries wrap what happened several times. */
public final class RootCause {

  private static final String REFUSED = "Connection refused";

  private RootCause() {}

  /** The cause that has none of its own; the failure itself where that has none. */
  public static Throwable of(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  /** The root cause in words of one line: its message, or its type where it has none. */
  public static String text(Throwable failure) {
    Throwable root = of(failure);
    String message = root.getMessage();
    if (message == null || message.isBlank()) {
      return root.getClass().getSimpleName();
    }
    return message.contains(REFUSED)
        ? "connection refused"
        : message.lines().findFirst().orElse(message).strip();
  }
}
