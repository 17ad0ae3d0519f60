package io.brokerbench.core.base;

import java.util.Optional;

/**
 * A scenario, study or option that cannot be run as it is written.
 *
 * <p>The message is one line for a person: which field, what is wrong with which value, what is
 * right. The command line ends with exit code 2.
 */
public final class DefinitionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String field;
  private final String problem;

  /** A whole sentence, where field, value and limit do not fit the usual form. */
  public DefinitionException(String message) {
    this(message, (Throwable) null);
  }

  /** A whole sentence and what led to it. */
  public DefinitionException(String message, Throwable cause) {
    this(null, message, cause);
  }

  /**
   * The usual form: {@code payloadBytes 8: the least is 24 bytes, which the message header takes}.
   */
  public DefinitionException(String field, String limit, Object value) {
    this(field, " " + value + ": " + limit, null);
  }

  private DefinitionException(String field, String problem, Throwable cause) {
    super(field == null ? problem : field + problem, cause);
    this.field = field;
    this.problem = problem;
  }

  /** Of a field that must have a value, and has none: {@code from is missing}. */
  public static DefinitionException missing(String field) {
    return new DefinitionException(field, " is missing", null);
  }

  /** The same in terms of where the field was set; unchanged where the message is about none. */
  public DefinitionException named(String name) {
    return field == null ? this : new DefinitionException(name, problem, this);
  }

  /** The field that is wrong, where the message is about one. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }
}
