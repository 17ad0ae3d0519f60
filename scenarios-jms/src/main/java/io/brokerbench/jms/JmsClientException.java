package io.brokerbench.jms;

import io.brokerbench.core.base.RootCause;
import java.io.IOException;

/** A connection or a subscription that failed, in one line for a person. */
final class JmsClientException extends IOException {

  private static final long serialVersionUID = 1L;

  JmsClientException(String what, Throwable cause) {
    super(what + ": " + RootCause.text(cause), cause);
  }
}
