package io.brokerbench.junit;

/**
 * A run that could not be had: no broker, no connection, no place for its results. The message is
 * one line for a person.
 */
public final class BenchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BenchException(String message, Throwable cause) {
    super(message, cause);
  }
}
