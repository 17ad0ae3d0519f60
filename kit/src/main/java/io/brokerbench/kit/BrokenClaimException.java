package io.brokerbench.kit;

/** A broker does not do what it claims; the message says what it did. */
public final class BrokenClaimException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** With what it did. */
  public BrokenClaimException(String message) {
    super(message);
  }

  /** With what it did, and what showed it. */
  public BrokenClaimException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Fails where something does not hold. */
  @SuppressWarnings("AnnotateFormatMethod") // which is of a library that this module has not
  static void require(boolean holds, String otherwise, Object... values) {
    if (!holds) {
      throw new BrokenClaimException(otherwise.formatted(values));
    }
  }

  /** Fails where a value is not the expected one. */
  static void requireEqual(String what, Object actual, Object expected) {
    require(expected.equals(actual), "%s: %s, expected %s", what, actual, expected);
  }
}
