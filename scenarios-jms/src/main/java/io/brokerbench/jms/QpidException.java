package io.brokerbench.jms;

import java.io.IOException;

/** A connection or a subscription that failed, in one line for a person. */
final class QpidException extends IOException {

  private static final long serialVersionUID = 1L;

  QpidException(String what, Throwable cause) {
    super(what + ": " + reason(cause), cause);
  }

  /** The innermost reason in words: the library wraps what happened several times. */
  static String reason(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null && innermost.getCause() != innermost) {
      innermost = innermost.getCause();
    }
    String message = innermost.getMessage();
    if (message == null || message.isBlank()) {
      return innermost.getClass().getSimpleName();
    }
    return message.contains("Connection refused")
        ? "connection refused"
        : message.lines().findFirst().orElse(message).strip();
  }
}
