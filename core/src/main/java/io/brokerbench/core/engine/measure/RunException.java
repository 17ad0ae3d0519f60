package io.brokerbench.core.engine.measure;

/**
 * A run that measured nothing, because the broker did not let it: no connection, no session, no
 * subscription. The message is one line for a person; the command line ends with exit code 3.
 */
public final class RunException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean ofSome;

  /** A line for a person, and what led to it. */
  public RunException(String message, Throwable cause) {
    this(message, cause, false);
  }

  /**
   * The same.
   *
   * @param ofSome whether the broker let in some clients, and others not
   */
  public RunException(String message, Throwable cause, boolean ofSome) {
    super(message, cause);
    this.ofSome = ofSome;
  }

  /** Whether the broker let in some clients, and others not: it was there, and not good enough. */
  public boolean isOfSome() {
    return ofSome;
  }
}
