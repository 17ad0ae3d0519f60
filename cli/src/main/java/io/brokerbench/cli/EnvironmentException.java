package io.brokerbench.cli;

/** A machine that can't do what is asked of it; the message is one line for a person. */
final class EnvironmentException extends Exception {

  private static final long serialVersionUID = 1L;

  EnvironmentException(String message) {
    super(message);
  }
}
