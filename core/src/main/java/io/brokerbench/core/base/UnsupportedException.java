package io.brokerbench.core.base;

/**
 * A scenario that is right, and needs what the broker or the client driver does not support.
 *
 * <p>The message says what that is, and which ones support it. The command line ends with exit code
 * 2; a study goes on with its other cells.
 */
public final class UnsupportedException extends DefinitionException {

  private static final long serialVersionUID = 1L;

  /** A whole sentence. */
  public UnsupportedException(String message) {
    super(message);
  }
}
