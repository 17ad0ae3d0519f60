package io.brokerbench.core.base;

import java.util.Optional;

/**
 * A scenario, study or option that can't be run as it is written.
 *
 * <p>The message is one line for a person: which field, what is wrong with which value, what is
 * right. The command line ends with exit code 2.
 */
public final class DefinitionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String field;

  /** A whole sentence, where field, value and limit don't fit the usual form. */
  public DefinitionException(String message) {
    this(message, (Throwable) null);
  }

  /** A whole sentence and what led to it. */
  public DefinitionException(String message, Throwable cause) {
    super(message, cause);
    this.field = null;
  }

  /**
   * The usual form: {@code payloadBytes 8: the least is 24 bytes, which the message header takes}.
   */
  public DefinitionException(String field, String limit, Object value) {
    super(field + " " + value + ": " + limit);
    this.field = field;
  }

  /** The field that is wrong, where the message is about one. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }
}
